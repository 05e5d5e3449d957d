import * as z from 'zod/mini'
import type { Charge, Credit } from '../billing/billing-overview.ts'
import type { MobileStore } from '../billed-by.ts'
import { DAY } from '../shared/durations.ts'

/** How long a deleted account can be brought back, in ms. */
export const DELETION_WAITS = 7 * DAY
/** The only page of an account that is being deleted. */
export const DELETION_PAGE = '/account_deletion'
/** Where its user decides about it. */
export const DELETE_PAGE = '/settings/delete'

/** POST /api/account_deletion. `name`: the email address or user name, typed again. */
export const deletionInput = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter your email address or user name.'), z.maxLength(254)),
  /** Published Applets are taken down instead of staying under "Former author". */
  take_down: z.boolean(),
})
export type DeletionInput = z.output<typeof deletionInput>

/** POST /api/account_deletion/undo. `token`: of the mailed link; without one the session's account comes back. */
export const undoDeletionInput = z.strictObject({
  token: z.optional(z.string().check(z.minLength(1), z.maxLength(2048))),
})

/** The fate of the plan of an account that is back, in sentences; none without a plan that Stripe bills. */
export type UndoneDeletion = { plan: string[] }

/** An account that is being deleted, as its page shows it. Times in ms. */
export type PendingDeletion = {
  login: string
  email: string
  due_at: number
  /** The store that bills its plan, which only the store can end; null for none. */
  store: MobileStore | null
}

/** GET /api/account_deletion: what deleting the signed-in account would mean. */
export type DeletionOffer = {
  login: string
  email: string
  published_applets: number
  store: MobileStore | null
  /** The plan that ends: at once if it is not paid. */
  plan: { name: string; ends_now: boolean; current_period_end: number | null } | null
} & DeletionMoney

/**
 * `next_charge`: made all the same if it is due already. `time_left`: paid time is left on the seventh day. `credit`: what
 * of it and of earlier credit goes back; `unknown` while a payment is under way, or if Stripe does not answer.
 */
export type DeletionMoney = { next_charge: Charge | null; time_left: boolean; credit: Credit | null | 'unknown' }
