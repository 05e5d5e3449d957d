import { invalidRequest } from '../../store/stripe-api-error.ts'
import { mergeMetadata } from '../../store/merge-metadata.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'

type Price = Objects['price']

type PriceWish = {
  id?: string
  active?: boolean
  amount: number
  currency: string
  lookup_key?: string
  metadata?: Record<string, string> | ''
  nickname?: string
  product: string
  recurring?: { interval: 'month' | 'year' }
  tax_behavior?: 'exclusive' | 'inclusive' | 'unspecified'
}

/** A new price; also for `price_data` of subscriptions and invoice items, whose prices are inactive. */
export function newPrice(store: ObjectStore, wish: PriceWish): Price {
  const { recurring } = wish
  return {
    id: wish.id ?? store.id('price'),
    object: 'price',
    active: wish.active ?? true,
    billing_scheme: 'per_unit',
    created: store.now(),
    currency: wish.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: wish.lookup_key ?? null,
    metadata: mergeMetadata(null, wish.metadata),
    nickname: wish.nickname ?? null,
    product: wish.product,
    recurring: recurring
      ? {
          interval: recurring.interval,
          interval_count: 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: wish.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: wish.amount,
    unit_amount_decimal: String(wish.amount),
  }
}

/** A lookup key names one price; it moves only on request. */
export function claimLookupKey(store: ObjectStore, key: string, transfer = false): void {
  const [holder] = store.all('price', (each) => each.lookup_key === key)
  if (!holder) return
  if (!transfer) {
    throw invalidRequest(`A price (\`${holder.id}\`) already uses that lookup key.`, { param: 'lookup_key' })
  }
  const without = store.put('price', { ...holder, lookup_key: null })
  store.emit('price.updated', without, { lookup_key: key })
}
