import { invalidRequest } from '../../store/stripe-api-error.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import type { Period } from '../amounts/billing-periods.ts'
import { named } from '../../store/change-object.ts'
import type { Moment } from '../../store/change-object.ts'
import { newPrice } from './new-price.ts'

/** Subscription items: price, quantity and period. */

type Item = Objects['subscription_item']
type Price = Objects['price']

type PriceData = {
  currency: string
  product: string
  recurring: { interval: 'month' | 'year' }
  unit_amount: number
}
export type ItemWish = {
  price?: string
  price_data?: PriceData
  quantity?: number
}

export function newItem(moment: Moment, subscription: string, wish: ItemWish, period: Period, param: string): Item {
  const price = priceOf(moment, wish, param)
  return {
    id: moment.store.id('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: moment.now,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity: wish.quantity ?? 1,
    subscription,
    tax_rates: [],
  }
}

/** The items; 400 for the same price twice. */
export function withoutDuplicates(items: Item[]): Item[] {
  const twice = items.find(({ price }, index) => items.findIndex((each) => each.price.id === price.id) < index)
  if (twice === undefined) return items
  throw invalidRequest(`Cannot add multiple subscription items with the same plan: ${twice.price.id}`)
}

/** The price of an item: one of the catalog, or a new one from `price_data`. */
export function priceOf(moment: Moment, wish: ItemWish, param: string): Price {
  if (wish.price_data !== undefined) return oneOff(moment, wish.price_data, `${param}[price_data]`)
  const id = wish.price
  if (id === undefined) {
    throw invalidRequest(`Missing required param: ${param}[price].`, {
      code: 'parameter_missing',
      param: `${param}[price]`,
    })
  }
  const price = named(moment.store, 'price', id, `${param}[price]`)
  if (!price.active) {
    const message = 'The price specified is inactive. This field only accepts active prices.'
    throw invalidRequest(message, { param: `${param}[price]` })
  }
  if (price.type !== 'recurring') {
    const message =
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.'
    throw invalidRequest(message, { param: `${param}[price]` })
  }
  return price
}

/** An inline price is for this item alone. */
function oneOff({ store }: Moment, data: PriceData, param: string): Price {
  named(store, 'product', data.product, `${param}[product]`)
  const price = store.put('price', newPrice(store, { ...data, amount: data.unit_amount, active: false }))
  store.emit('price.created', price)
  return price
}

/** The price as `plan`, its name before 2020, which items still have. */
export function planOf(price: Price): Item['plan'] {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}
