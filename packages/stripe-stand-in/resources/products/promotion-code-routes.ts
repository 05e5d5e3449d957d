import type { Stripe } from 'stripe'
import { named } from '../../store/change-object.ts'
import { previousAttributes } from '../../store/previous-attributes.ts'
import { invalidRequest } from '../../store/stripe-api-error.ts'
import { hasAsked, paginate, paging } from '../../http/paginate.ts'
import { bool, hash, integer, oneOf, positive, required, text, type Input, type Known } from '../../http/params.ts'
import { currencyCode } from '../../http/currency-param.ts'
import { route, type Api, type Call } from '../../http/api-route.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'

type PromotionCode = Objects['promotion_code']

const createParams = {
  code: text,
  customer: text,
  expires_at: integer,
  max_redemptions: positive,
  promotion: required(hash({ coupon: required(text), type: required(oneOf('coupon')) })),
  restrictions: hash({ minimum_amount: positive, minimum_amount_currency: currencyCode }),
} satisfies Known<Stripe.PromotionCodeCreateParams>
const updateParams = { active: bool } satisfies Known<Stripe.PromotionCodeUpdateParams>
const listParams = {
  ...paging,
  active: bool,
  code: text,
} satisfies Known<Stripe.PromotionCodeListParams>

export function promotionCodeRoutes(api: Api): void {
  route(api, 'post', '/v1/promotion_codes', { params: createParams }, (input, { store }) =>
    newPromotionCode(store, input),
  )
  route(api, 'get', '/v1/promotion_codes', { params: listParams }, (input, { store, url }) =>
    paginate(
      store
        .all('promotion_code', hasAsked(input, 'active'))
        .filter((each) => input.code === undefined || isSameCode(each.code, input.code)),
      input,
      url,
    ),
  )
  route(api, 'get', '/v1/promotion_codes/:id', {}, (_, { store, path }) => store.require('promotion_code', path('id')))
  route(api, 'post', '/v1/promotion_codes/:id', { params: updateParams }, update)
}

export function newPromotionCode(store: ObjectStore, input: Input<typeof createParams>): PromotionCode {
  const { restrictions, promotion } = input
  const coupon = named(store, 'coupon', promotion.coupon, 'promotion[coupon]')
  if (input.customer !== undefined) named(store, 'customer', input.customer, 'customer')
  const code = input.code ?? store.random().slice(0, 8).toUpperCase()
  refuseSecond(store, code)
  const promotionCode: PromotionCode = {
    id: store.id('promo'),
    object: 'promotion_code',
    active: true,
    code,
    created: store.now(),
    customer: input.customer ?? null,
    customer_account: null,
    expires_at: input.expires_at ?? coupon.redeem_by,
    livemode: false,
    max_redemptions: input.max_redemptions ?? null,
    metadata: {},
    promotion: { type: 'coupon', coupon: coupon.id },
    restrictions: {
      first_time_transaction: false,
      minimum_amount: restrictions?.minimum_amount ?? null,
      minimum_amount_currency: restrictions?.minimum_amount_currency ?? null,
    },
    times_redeemed: 0,
  }
  store.put('promotion_code', promotionCode)
  store.emit('promotion_code.created', promotionCode)
  return promotionCode
}

function refuseSecond(store: ObjectStore, code: string): void {
  const same = store.all('promotion_code', (each) => each.active && isSameCode(each.code, code)).length > 0
  if (!same) return
  throw invalidRequest(`An active promotion code with \`code: ${code}\` already exists.`, { param: 'code' })
}

function update(input: Input<typeof updateParams>, { store, path }: Call): PromotionCode {
  const before = store.require('promotion_code', path('id'))
  if (input.active && !before.active) {
    refuseSecond(store, before.code)
    if (isOver(store, before)) throw invalidRequest('This promotion code cannot be activated any more.')
  }
  const promotionCode = store.put('promotion_code', {
    ...before,
    active: input.active ?? before.active,
  })
  const previous = previousAttributes(before, promotionCode)
  if (previous) store.emit('promotion_code.updated', promotionCode, previous)
  return promotionCode
}

/** Codes are case-insensitive. */
function isSameCode(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** Updates `valid` and `active` of coupons and codes that have expired or are used up. */
export function endOffers(store: ObjectStore): void {
  for (const coupon of store.all('coupon', ({ valid }) => valid)) {
    const { max_redemptions: most, redeem_by, times_redeemed } = coupon
    const over = (redeem_by !== null && redeem_by <= store.now()) || (most !== null && times_redeemed >= most)
    if (over) store.put('coupon', { ...coupon, valid: false })
  }
  for (const each of store.all('promotion_code', ({ active }) => active)) {
    if (isOver(store, each)) store.put('promotion_code', { ...each, active: false })
  }
}

function isOver(store: ObjectStore, each: PromotionCode): boolean {
  if (each.expires_at !== null && each.expires_at <= store.now()) return true
  if (each.max_redemptions !== null && each.times_redeemed >= each.max_redemptions) return true
  return !store.get('coupon', each.promotion.coupon)?.valid
}
