import { eq } from 'drizzle-orm'
import type { Ctx } from '../../../system/context/context.ts'
import { bumpContentVersion } from '../../../system/bump-content-version.ts'
import { account_deletions, type DeletionRow } from '../../../db/schema/account-changes.ts'
import { users } from '../../../db/schema/accounts.ts'
import { accountDeletedMail, deletionMailId } from './deletion-mails.ts'
import { eraseRows, keepTrialHashes, leaveApplets, scrubUser } from './erase-rows.ts'

/** After so many tries, a mail about money that cannot be sent no longer holds the deletion up. */
const PATIENT_TRIES = 8

/**
 * Deletes an account whose day has come: first what runs, then what costs, then what is known. Every step looks
 * at what is left of it, so a crash anywhere only makes the next try begin again. `more`: go on at once. `later`: money
 * is still under way. Throws where a step fails, for the schedule to try again.
 */
export async function finishDeletion(ctx: Ctx, deletion: DeletionRow): Promise<'done' | 'more' | 'later'> {
  const { user_id, take_down, attempts, due_at } = deletion
  const { id, email, login, stripe_customer_id, trial_used_at } = users
  const [user] = await ctx.db
    .select({ id, email, login, stripe_customer_id, trial_used_at })
    .from(users)
    .where(eq(users.id, user_id))
  if (!user) return 'done'
  const { runner, plan, connections } = ctx.accountParts
  await runner.forgetRunner(ctx, user_id)
  if (!(await plan.endBilling(ctx, user, { lastTry: attempts > PATIENT_TRIES, due_at }))) return 'later'
  if (!(await connections.forgetAccounts(ctx, user_id))) return 'more'
  await keepTrialHashes(ctx, user)
  await leaveApplets(ctx, user_id, take_down)
  if (!(await eraseRows(ctx, user_id))) return 'more'
  const mail = accountDeletedMail({ product: ctx.settings.PRODUCT_NAME, login: user.login })
  await ctx.queue.send({
    kind: 'mail',
    id: await deletionMailId('account_deleted', deletion),
    user_id,
    to: user.email,
    ...mail,
  })
  await ctx.db.batch([
    scrubUser(ctx, user_id),
    ctx.db.update(account_deletions).set({ done_at: ctx.now() }).where(eq(account_deletions.user_id, user_id)),
  ])
  await bumpContentVersion(ctx)
  return 'done'
}
