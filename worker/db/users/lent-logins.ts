import { and, desc, eq, sql } from 'drizzle-orm'
import type { ActorUser, Ctx, DbCtx } from '../../system/context/context.ts'
import { runNamed } from '../d1-batch.ts'
import { insertRow } from '../insert-row.ts'
import { guardedChange } from '../operator-rows.ts'
import { users } from '../schema/accounts.ts'
import { lent_logins } from '../schema/operator.ts'

export async function isLentLogin({ db }: DbCtx, login: string, user_id: string): Promise<boolean> {
  const [lent] = await db
    .select({ login: lent_logins.login })
    .from(lent_logins)
    .where(and(eq(lent_logins.login, login.toLowerCase()), eq(lent_logins.user_id, user_id)))
  return lent !== undefined
}

/** Who has a reserved user name, or null. */
export async function readBorrower({ db }: DbCtx, login: string): Promise<{ id: string; login: string } | null> {
  const [user] = await db
    .select({ id: users.id, login: users.login })
    .from(lent_logins)
    .innerJoin(users, eq(users.id, lent_logins.user_id))
    .where(eq(lent_logins.login, login.toLowerCase()))
    .orderBy(desc(lent_logins.lent_at))
  return user ?? null
}

/** Lends a user name, unless it is lent to somebody already. It is in the log, made once however many press. */
export async function lendLogin(
  ctx: Ctx,
  operator: ActorUser,
  login: string,
  to: { id: string; login: string },
): Promise<void> {
  const name = login.toLowerCase()
  const isLent = sql`exists (select 1 from ${lent_logins} l where l.login = ${name})`
  const { mark, marked } = guardedChange(
    ctx,
    operator,
    { action: 'lend_login', subject: name, before: { to: null }, after: { to: to.login } },
    { from: users, where: and(eq(users.id, to.id), sql`not ${isLent}`) },
  )
  const row = { login: name, user_id: users.id, lent_at: ctx.now() }
  await runNamed(ctx.db, {
    mark,
    lent: insertRow(ctx.db, lent_logins, row, { from: users, where: and(eq(users.id, to.id), marked) }),
  })
}

/** Takes a lent user name back: its user keeps it, but publishes nothing more under it. */
export async function takeLoginBack(
  ctx: Ctx,
  operator: ActorUser,
  login: string,
  from: { login: string },
): Promise<void> {
  const isIt = eq(lent_logins.login, login.toLowerCase())
  const { mark, marked } = guardedChange(
    ctx,
    operator,
    { action: 'take_login_back', subject: login.toLowerCase(), before: { to: from.login }, after: { to: null } },
    { from: lent_logins, where: isIt },
  )
  await runNamed(ctx.db, { mark, back: ctx.db.delete(lent_logins).where(and(isIt, marked)) })
}
