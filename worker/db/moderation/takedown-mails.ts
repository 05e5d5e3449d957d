import { and, asc, eq, lte, type SQL } from 'drizzle-orm'
import type { Ctx, DbCtx } from '../../system/context/context.ts'
import { insertRow } from '../insert-row.ts'
import { users } from '../schema/accounts.ts'
import { takedown_mails } from '../schema/moderation.ts'

type TakedownMail = typeof takedown_mails.$inferSelect
type Noted = Pick<TakedownMail, 'user_id' | 'applet_name' | 'reason' | 'is_back'>

/** The statement that notes a mail, due at once, for the batch of its change, which `marked` is the condition of. */
export function insertTakedownMail(ctx: Pick<Ctx, 'db' | 'now' | 'id'>, { user_id, ...said }: Noted, marked: SQL) {
  const row = { id: ctx.id('tdm'), user_id: users.id, ...said, due_at: ctx.now() }
  return insertRow(ctx.db, takedown_mails, row, { from: users, where: and(eq(users.id, user_id), marked) })
}

/** The mails that are due by `before` (ms), the longest waiting first, each with the author. */
export async function readDueMails(
  { db }: DbCtx,
  before: number,
  most: number,
): Promise<{ mail: TakedownMail; user: { id: string; email: string; login: string } | null }[]> {
  return (
    db
      .select({ mail: takedown_mails, user: { id: users.id, email: users.email, login: users.login } })
      .from(takedown_mails)
      // Not an inner join: few mails wait, and the planner would begin with the users.
      .leftJoin(users, eq(users.id, takedown_mails.user_id))
      .where(lte(takedown_mails.due_at, before))
      .orderBy(asc(takedown_mails.due_at))
      .limit(most)
  )
}

export async function deleteTakedownMail({ db }: DbCtx, { id }: TakedownMail): Promise<void> {
  await db.delete(takedown_mails).where(eq(takedown_mails.id, id))
}

/** `due_at` in ms. */
export async function putOffTakedownMail({ db }: DbCtx, { id }: TakedownMail, due_at: number): Promise<void> {
  await db.update(takedown_mails).set({ due_at }).where(eq(takedown_mails.id, id))
}
