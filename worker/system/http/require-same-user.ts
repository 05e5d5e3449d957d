import type { Context, Next } from 'hono'
import { EXPECTED_USER } from '../../contract/billing/checkout.ts'
import { AppError } from '../errors/app-error.ts'
import type { HonoEnv } from '../context/hono-env.ts'

/**
 * If a page names its user, refuses the call when someone else has since signed in in another tab. Throws
 * `account_changed` (409).
 */
export async function requireSameUser(c: Context<HonoEnv>, next: Next) {
  const expected = c.req.header(EXPECTED_USER)
  if (expected !== undefined) {
    const user = await c.get('ctx').user()
    if (user && user.id !== expected) throw new AppError('account_changed')
  }
  return next()
}
