import type { Ctx } from '../../../system/context/context.ts'
import { LOGIN_KEPT } from '../../../contract/accounts/account-settings.ts'
import { changeUserLogin } from '../../../db/users/users.ts'
import { bumpContentVersion } from '../../../system/bump-content-version.ts'
import { countTries, LOGIN_CHANGES_PER_USER } from '../../../db/rate-limit.ts'
import { requireUser } from '../../../system/context/require-user.ts'
import { requireOwnLogin } from '../../logins/require-own-login.ts'
import { refuseTaken } from '../join.ts'
import { queueCustomerDetails } from './queue-customer-details.ts'

/**
 * PATCH /api/account/login: changes the user name. The old one leads to the user's author page for 90 days and can be
 * taken by nobody else; its user may take it back. Throws `not_signed_in` (401), `invalid_input` (422) for a reserved one, `login_taken` (409), `rate_limited`
 * (429) after three changes in 30 days.
 */
export async function changeLogin(ctx: Ctx, { login }: { login: string }): Promise<{ login: string }> {
  const user = await requireUser(ctx)
  if (login === user.login) return { login }
  await requireOwnLogin(ctx, login, user.id)
  await countTries(ctx, { limit: LOGIN_CHANGES_PER_USER, whom: user.id })
  const event = { kind: 'login_changed', user_id: user.id, session_id: user.session_id } as const
  await queueCustomerDetails(ctx, user.id)
  await changeUserLogin(ctx, { login, kept_until: ctx.now() + LOGIN_KEPT }, event).catch(refuseTaken)
  ctx.defer(bumpContentVersion(ctx))
  return { login }
}
