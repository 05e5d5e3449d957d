import * as z from 'zod/mini'
import { SOLD_PLANS } from './checkout.ts'
import { DEFAULT_PLAN } from './upgrade.ts'

/** GET /api/subscription_modal?plan= */
export const modalQuery = z.object({ plan: z._default(z.enum(SOLD_PLANS), DEFAULT_PLAN) })
