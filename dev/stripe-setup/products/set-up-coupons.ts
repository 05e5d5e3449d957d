import type { Stripe } from 'stripe'
import type { Changes } from './changes.ts'
import { CAMPAIGN_COUPON, productIdOf, STUDENT_COUPON, type CouponForSale } from './for-sale.ts'
import { orNull } from './or-null.ts'

/** Makes or finds the coupons. `code` is the campaign's promotion code; without one, no campaign runs. */
export async function setUpCoupons(stripe: Stripe, changes: Changes, code: string): Promise<void> {
  for (const coupon of [CAMPAIGN_COUPON, STUDENT_COUPON]) await setUpCoupon(stripe, changes, coupon)
  if (code) await setUpCampaign(stripe, changes, code)
}

async function setUpCoupon(stripe: Stripe, changes: Changes, coupon: CouponForSale): Promise<void> {
  const { id, percent_off, duration } = coupon
  const known = await orNull(stripe.coupons.retrieve(id))
  if (!known) {
    const wish = { ...coupon, applies_to: { products: [productIdOf('intermediate_pro')] } }
    await changes.make(`coupon ${id}: made`, () => stripe.coupons.create(wish), null)
  } else if (known.percent_off !== percent_off || known.duration !== duration) {
    changes.note(`Coupon ${id} has other figures at Stripe. Delete it in the Dashboard, then run this again.`)
  } else if (!known.valid) {
    changes.note(`Coupon ${id} has ended. Delete it in the Dashboard to have it made again.`)
  }
}

/** A campaign that was ended stays ended. */
async function setUpCampaign(stripe: Stripe, changes: Changes, code: string): Promise<void> {
  const { data } = await stripe.promotionCodes.list({ code, limit: 100 })
  const running = data.find(({ active }) => active)
  if (data.length === 0) {
    const wish = { code, promotion: { type: 'coupon', coupon: CAMPAIGN_COUPON.id } } as const
    await changes.make(`promotion code ${code}: made`, () => stripe.promotionCodes.create(wish), null)
  } else if (!running) {
    changes.note(`The campaign ${code} has ended. Name another code in CAMPAIGN_CODE for another campaign.`)
  } else if (couponOf(running) !== CAMPAIGN_COUPON.id) {
    changes.note(`Promotion code ${code} gives another coupon than ${CAMPAIGN_COUPON.id}.`)
  }
}

function couponOf({ promotion }: Stripe.PromotionCode): string | undefined {
  const { coupon } = promotion
  return typeof coupon === 'string' ? coupon : coupon?.id
}
