import type { Ctx } from '../context/context.ts'
import { knownTimeZone } from './time-zone.ts'
import type { users } from '../db/schema/accounts.ts'

type Given = {
  email: string
  /** When the address was verified, if it already is. */
  email_verified_at?: number
  login: string
  /** Null for users who sign in elsewhere; "Forgot your password?" adds one. */
  password_hash: string | null
  timezone?: string | undefined
}

/** The row of a new account. The unique indexes decide whether it can be inserted. */
export function newUser(ctx: Ctx, { timezone, email_verified_at, ...given }: Given) {
  const now = ctx.now()
  return {
    id: ctx.id('usr'),
    ...given,
    email_verified_at: email_verified_at ?? null,
    code: ctx.token().slice(0, 12),
    timezone: knownTimeZone(timezone),
    created_at: now,
    updated_at: now,
  } satisfies typeof users.$inferInsert
}
