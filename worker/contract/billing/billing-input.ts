import * as z from 'zod/mini'
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

/** GET /api/billing/switch_preview */
export const switchPreviewInput = z.object({ interval })

/** POST /api/billing/switch */
export const switchInput = z.strictObject({ interval, proration_date: moment, amount_today: moment })

/** POST /api/billing/downgrade */
export const downgradeInput = z.strictObject({ at: moment, price: moment, first_charge: moment })

/** GET /api/billing/invoices */
export const invoicesInput = z.object({ starting_after: z.optional(stripeId('in')) })
