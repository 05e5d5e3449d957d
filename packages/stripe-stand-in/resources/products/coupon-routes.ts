import type { Stripe } from 'stripe'
import { named } from '../../store/change-object.ts'
import { invalidRequest } from '../../store/stripe-api-error.ts'
import type { Includable } from '../../http/expand.ts'
import { paginate, paging } from '../../http/paginate.ts'
import {
  decimal,
  hash,
  integer,
  list,
  missingParam,
  oneOf,
  positive,
  text,
  type Input,
  type Known,
} from '../../http/params.ts'
import { currencyCode } from '../../http/currency-param.ts'
import { route, type Api } from '../../http/api-route.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'

type Coupon = Objects['coupon']

const createParams = {
  amount_off: positive,
  applies_to: hash({ products: list(text) }),
  currency: currencyCode,
  duration: oneOf('forever', 'once', 'repeating'),
  duration_in_months: positive,
  id: text,
  max_redemptions: positive,
  name: text,
  percent_off: decimal,
  redeem_by: integer,
} satisfies Known<Stripe.CouponCreateParams>
export const couponIncludable: Includable = {
  coupon: {
    applies_to: ({ applies_to }) => applies_to ?? { products: [] },
  },
}

export function couponRoutes(api: Api): void {
  route(api, 'post', '/v1/coupons', { params: createParams }, (input, { store }) => newCoupon(store, input))
  route(api, 'get', '/v1/coupons', { params: paging }, (input, { store, url }) =>
    paginate(store.all('coupon'), input, url),
  )
  route(api, 'get', '/v1/coupons/:id', {}, (_, { store, path }) => store.require('coupon', path('id'), 'coupon'))
  route(api, 'delete', '/v1/coupons/:id', {}, (_, { store, path }) => {
    const coupon = store.require('coupon', path('id'), 'coupon')
    store.remove('coupon', coupon.id)
    store.emit('coupon.deleted', coupon)
    return { id: coupon.id, object: 'coupon', deleted: true }
  })
}

export function newCoupon(store: ObjectStore, input: Input<typeof createParams>): Coupon {
  check(input, store)
  const coupon: Coupon = {
    id: input.id ?? store.random().slice(0, 8),
    object: 'coupon',
    amount_off: input.amount_off ?? null,
    ...(input.applies_to?.products && { applies_to: { products: input.applies_to.products } }),
    created: store.now(),
    currency: input.currency ?? null,
    duration: input.duration ?? 'once',
    duration_in_months: input.duration_in_months ?? null,
    livemode: false,
    max_redemptions: input.max_redemptions ?? null,
    metadata: {},
    name: input.name ?? null,
    percent_off: input.percent_off ?? null,
    redeem_by: input.redeem_by ?? null,
    times_redeemed: 0,
    valid: true,
  }
  store.put('coupon', coupon)
  store.emit('coupon.created', coupon)
  return coupon
}

function check(input: Input<typeof createParams>, store: ObjectStore): void {
  const { amount_off, duration, duration_in_months: months, id, percent_off } = input
  if (id !== undefined && store.get('coupon', id)) {
    throw invalidRequest('Coupon already exists.', { code: 'resource_already_exists', param: 'id' })
  }
  if ((amount_off === undefined) === (percent_off === undefined)) {
    throw invalidRequest('You must pass either percent_off or amount_off when creating a coupon.')
  }
  if (percent_off !== undefined && (percent_off <= 0 || percent_off > 100)) {
    throw invalidRequest('Invalid percent_off: must be a number greater than 0 and at most 100', {
      param: 'percent_off',
    })
  }
  if (amount_off !== undefined && input.currency === undefined) throw missingParam('currency')
  if ((duration === 'repeating') !== (months !== undefined)) throw missingParam('duration_in_months')
  for (const product of input.applies_to?.products ?? []) named(store, 'product', product, 'applies_to[products]')
}
