import * as z from 'zod/mini'
import { SOLD_PLANS } from '../tiers.ts'
import { DEFAULT_PLAN, ONE_CLICK_PLAN, ONE_CLICK_PLANS } from './upgrade.ts'

/** GET /api/subscription_modal?plan= */
export const modalQuery = z.object({ plan: z._default(z.enum(SOLD_PLANS), DEFAULT_PLAN) })

/** GET /billing/pro_upgrade_details?plan= */
export const upgradeDetailsQuery = z.object({ plan: z._default(z.enum(ONE_CLICK_PLANS), ONE_CLICK_PLAN) })

const whole = z.nullish(z.int().check(z.nonnegative()))

/** userSubscriptionUpdate (§7): `proration_date`, `price` and `amount_today` come from GET /billing/pro_upgrade_details. */
export const upgradePlanInput = z.object({
  product_id: z.string().check(z.minLength(1), z.maxLength(255)),
  proration_date: whole,
  price: whole,
  amount_today: whole,
})
export type UpgradePlan = z.output<typeof upgradePlanInput>
