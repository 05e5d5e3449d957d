import { and, eq, ne, sql } from 'drizzle-orm'
import type { Ctx } from '../../../system/context/context.ts'
import { LOGIN_KEPT } from '../../../contract/accounts/account-settings.ts'
import { former_logins } from '../../../db/schema/account-changes.ts'
import { users } from '../../../db/schema/accounts.ts'
import { bumpContentVersion } from '../../../system/bump-content-version.ts'
import { countTries, LOGIN_CHANGES_PER_USER } from '../../../db/rate-limit.ts'
import { insertSecurityEvent } from '../../../db/users/security-events.ts'
import { requireUser } from '../../../system/context/require-user.ts'
import { refuseTaken } from '../join.ts'
import { queueCustomerDetails } from './queue-customer-details.ts'

/**
 * PATCH /api/account/login: changes the user name. The old one leads to the user's author page for 90 days and can be
 * taken by nobody else; its user may take it back. Throws `not_signed_in` (401), `login_taken` (409), `rate_limited`
 * (429) after three changes in 30 days.
 */
export async function changeLogin(ctx: Ctx, { login }: { login: string }): Promise<{ login: string }> {
  const user = await requireUser(ctx)
  if (login === user.login) return { login }
  await countTries(ctx, { limit: LOGIN_CHANGES_PER_USER, whom: user.id })
  const { db } = ctx
  const now = ctx.now()
  const same = (name: string) => sql`${former_logins.login} = ${name} collate nocase`
  const keptUntil = now + LOGIN_KEPT
  await queueCustomerDetails(ctx, user.id)
  await db
    .batch([
      db.delete(former_logins).where(and(same(login), eq(former_logins.user_id, user.id))),
      // Another spelling of the same name leaves nothing behind.
      db.insert(former_logins).select(
        db
          .select({
            id: sql<string>`${ctx.id('fln')}`.as('id'),
            login: users.login,
            user_id: users.id,
            expires_at: sql<number>`${keptUntil}`.as('expires_at'),
          })
          .from(users)
          .where(and(eq(users.id, user.id), ne(sql`lower(${users.login})`, login.toLowerCase()))),
      ),
      insertSecurityEvent(ctx, { kind: 'login_changed', user_id: user.id, session_id: user.session_id }),
      db.update(users).set({ login, updated_at: now }).where(eq(users.id, user.id)),
    ])
    .catch(refuseTaken)
  ctx.defer(bumpContentVersion(ctx))
  return { login }
}
