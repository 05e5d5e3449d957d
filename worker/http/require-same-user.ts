import type { Context, Next } from 'hono'
import { EXPECTED_USER } from '../contract/billing/checkout.ts'
import { AppError } from '../errors/app-error.ts'
import type { HonoEnv } from '../context/hono-env.ts'

/**
 * Where a page says for whom it was made: what is pressed there must not reach whoever signed in in another tab since.
 * Throws `account_changed` (409).
 */
export async function requireSameUser(c: Context<HonoEnv>, next: Next) {
  const expected = c.req.header(EXPECTED_USER)
  if (expected !== undefined) {
    const user = await c.get('ctx').user()
    if (user && user.id !== expected) throw new AppError('account_changed')
  }
  return next()
}
