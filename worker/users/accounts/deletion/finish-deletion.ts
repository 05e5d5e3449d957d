import type { Ctx } from '../../../system/context/context.ts'
import { bumpContentVersion } from '../../../system/bump-content-version.ts'
import { scrubUser, type DeletionRow } from '../../../db/users/account-deletions.ts'
import { leaveApplets } from '../../../db/applets/left-applets.ts'
import { eraseRows, insertPastTrial, readTrialCards } from '../../../db/users/user-rows.ts'
import { readUser, type UserRow } from '../../../db/users/users.ts'
import { pastTrialHash } from '../past-trials.ts'
import { accountDeletedMail, deletionMailId } from './deletion-mails.ts'

/** After so many tries, a mail about money that cannot be sent no longer holds the deletion up. */
const PATIENT_TRIES = 8

/**
 * Deletes an account whose day has come: first what runs, then what costs, then what is known. Every step looks
 * at what is left of it, so a crash anywhere only makes the next try begin again. `more`: go on at once. `later`: money
 * is still under way. Throws where a step fails, for the schedule to try again.
 */
export async function finishDeletion(ctx: Ctx, deletion: DeletionRow): Promise<'done' | 'more' | 'later'> {
  const { user_id, take_down, attempts, due_at } = deletion
  const user = await readUser(ctx, user_id)
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
  await scrubUser(ctx, user_id)
  await bumpContentVersion(ctx)
  return 'done'
}

/** Keeps keyed hashes of what had a trial, so that a new account with the same card or address gets no second one. */
async function keepTrialHashes(ctx: Ctx, { id, email, trial_used_at }: UserRow): Promise<void> {
  const cards = await readTrialCards(ctx, id)
  const rows = cards.map(async (card) => ({
    hash: await pastTrialHash(ctx, 'card', card.fingerprint),
    used_at: card.created_at,
  }))
  const known = await Promise.all(rows)
  if (trial_used_at !== null) known.push({ hash: await pastTrialHash(ctx, 'email', email), used_at: trial_used_at })
  for (const row of known) await insertPastTrial(ctx, row)
}
