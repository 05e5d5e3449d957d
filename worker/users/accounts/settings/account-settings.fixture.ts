import { eq } from 'drizzle-orm'
import { users } from '../../../db/schema/accounts.ts'
import { aUser } from '../../../testing/rows.ts'
import { testCtx, type TestCtx } from '../../../testing/test-ctx.ts'
import { joinAccount } from '../join.ts'
import { hashPassword } from '../password-hash.ts'

/** The password of `anAda`. */
export const OLD = 'plum orbit velvet canoe'
const HASH = await hashPassword(OLD, 2)

/** A user with a verified address and a password, who is signed in. */
export async function anAda(given: Partial<typeof users.$inferInsert> = {}) {
  const ctx = await testCtx()
  const fields = { email: 'ada@example.test', login: 'Ada', password_hash: HASH, email_verified_at: 5, ...given }
  const user = await aUser(ctx.db, fields)
  return { ctx, user, mine: await ctx.as(user) }
}

export const userRow = async ({ db }: TestCtx, { id }: { id: string }) =>
  (await db.select().from(users).where(eq(users.id, id)))[0]
/** The token of the newest mail to this address. */
export const linkTo = (ctx: TestCtx, to: string) =>
  /token=(\S+)/.exec(ctx.mails().findLast((mail) => mail.to === to)?.text ?? '')?.[1] ?? ''
/** Somebody else joins. */
export const join = (ctx: TestCtx, given: { email?: string; login?: string }) =>
  joinAccount({ ...ctx, sessionHash: null }, { email: 'eve@example.test', login: 'Eve', password: OLD, ...given })
