import * as z from 'zod/mini'
import { PAID_TIERS, SOLD_PLANS } from '../tiers.ts'
import { CANCEL_REASONS } from './billing-overview.ts'

const interval = z.enum(['month', 'year'])
const moment = z.int().check(z.nonnegative())
const stripeId = (prefix: string) => z.string().check(z.regex(new RegExp(`^${prefix}_\\w{1,100}$`)))

/** POST /api/billing/cancel */
export const cancelInput = z.strictObject({ last_day: z.nullable(moment), reason: z.optional(z.enum(CANCEL_REASONS)) })

/** POST /api/billing/card */
export const changeCardInput = z.strictObject({
  payment_method: stripeId('pm'),
  setup_intent: z.optional(stripeId('seti')),
})

/** GET /api/billing/change_preview */
export const changePreviewInput = z.object({ plan: z.enum(SOLD_PLANS), interval })

/** POST /api/billing/change */
export const bookChangeInput = z.strictObject({
  plan: z.enum(SOLD_PLANS),
  interval,
  at: moment,
  price: moment,
  first_charge: moment,
})

/** POST /api/billing/keep_plan */
export const keepPlanInput = z.strictObject({ plan: z.enum(PAID_TIERS), interval })

/** GET /api/billing/invoices */
export const invoicesInput = z.object({ starting_after: z.optional(stripeId('in')) })
