import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { ClockCtx, Ctx, DbCtx } from '../../../system/context/context.ts'
import type { MoneyMailKind } from '../../../contract/billing/money-mail.ts'
import { MINUTE } from '../../../contract/shared/durations.ts'
import { takeLease } from '../../../db/lease.ts'
import { users } from '../../../db/schema/accounts.ts'
import { subscriptions } from '../../../db/schema/billing.ts'
import { isOpenMail, money_mails } from '../../../db/schema/money-mails.ts'
import { log } from '../../../system/log/log.ts'
import { renderMail } from '../../../messages/mail/mails.ts'
import type { Draft, Material } from './mail-material.ts'
import { writeFailedPayment, writeReceipt, writeRefund } from './write-invoice-mails.ts'
import { writePlanChange } from './write-change-mails.ts'
import { writeCancellation, writeCardExpiring, writeRenewal, writeTrialEnding } from './write-plan-mails.ts'

type Row = typeof money_mails.$inferSelect

const WRITERS: Record<MoneyMailKind, (given: Material) => Promise<Draft>> = {
  receipt: writeReceipt,
  payment_failed: writeFailedPayment,
  trial_ending: writeTrialEnding,
  renewal: writeRenewal,
  plan_changed: writePlanChange,
  canceled: writeCancellation,
  card_expiring: writeCardExpiring,
  refunded: writeRefund,
}

/** How long one worker may take for a mail; after a crash another one has it then. */
const LEASE = 10 * MINUTE
const MAILS_AT_ONCE = 50

/** The mails of one customer, or a portion of what all were owed by `before` (ms). */
type Owed = { customer: string } | { before: number }

/**
 * Queues the mails that are noted. A mail that fails stays for the next run, behind the others. The job has the row's
 * id, so that a mail that was queued before a crash is recognized. Returns whether more are left.
 */
export async function sendMoneyMails(ctx: Ctx, owed: Owed): Promise<boolean> {
  if (!ctx.settings.STRIPE_SECRET_KEY) return false
  const noted = await readOpen(ctx, owed)
  for (const open of noted) {
    try {
      if (await lease(ctx, open.row)) await sendOne({ ...open, ctx, stripe: await ctx.stripe() })
    } catch (error) {
      log('error', 'money_mail_failed', { mail: open.row.id, mail_kind: open.row.kind, message: String(error) })
    }
  }
  return noted.length === MAILS_AT_ONCE
}

function readOpen({ db, now }: DbCtx & ClockCtx, owed: Owed) {
  const { outcome, leased_until, created_at, user_id, subscription } = money_mails
  return db
    .select({ row: money_mails, user: users, held: subscriptions })
    .from(money_mails)
    .innerJoin(users, eq(users.id, user_id))
    .leftJoin(subscriptions, eq(subscriptions.stripe_subscription_id, subscription))
    .where(
      and(
        lte(leased_until, now()),
        'customer' in owed
          ? and(isNull(outcome), eq(users.stripe_customer_id, owed.customer))
          : and(isOpenMail(money_mails), lte(leased_until, owed.before)),
      ),
    )
    .orderBy(asc(leased_until), asc(created_at))
    .limit(MAILS_AT_ONCE)
}

async function sendOne(given: Material): Promise<void> {
  const { ctx, row, user } = given
  const draft = await WRITERS[row.kind](given)
  if (draft === 'wait') return update(ctx, row, { leased_until: ctx.now() })
  if (typeof draft === 'string') return update(ctx, row, { outcome: draft })
  const mail = renderMail(row.kind, draft.subject, [`Hi ${user.login},`, ...draft.parts])
  await ctx.queue.send({ kind: 'mail', id: row.id, user_id: user.id, to: user.email, ...mail })
  await update(ctx, row, { outcome: 'queued' })
}

/** Null if another worker has the row, or has sent it. */
function lease(ctx: Ctx, { id }: Row): Promise<Row | null> {
  const { outcome, attempts } = money_mails
  const where = and(eq(money_mails.id, id), isNull(outcome))
  return takeLease(ctx, money_mails, 'leased_until', { ms: LEASE, where, set: { attempts: sql`${attempts} + 1` } })
}

async function update({ db }: DbCtx, { id }: Row, set: Partial<Row>): Promise<void> {
  await db.update(money_mails).set(set).where(eq(money_mails.id, id))
}
