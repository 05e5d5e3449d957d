import { sql, type SQL } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { MONEY_MAIL_KINDS, type BeforeChange } from '../../contract/billing/money-mail.ts'
import { ofUser } from './accounts.ts'
import { momentColumn, primaryId, sqlList, type Columns, jsonColumn } from './columns.ts'

/** The fate of a mail. `dropped`: its words would no longer be true. */
export const MAIL_OUTCOMES = ['queued', 'dropped'] as const

/** A mail that the schedule tries to send. It stops after 100 tries; an event of the same customer tries again. */
export function isOpenMail({ outcome, attempts }: Columns<'outcome' | 'attempts'>): SQL {
  return sql`${outcome} is null and ${attempts} < 100`
}

/**
 * Mails about money, each written before it is queued, so that each is sent once. The id is also the job's id, by which
 * a second delivery is recognized.
 */
export const money_mails = sqliteTable(
  'money_mails',
  {
    id: primaryId(),
    kind: text('kind', { enum: MONEY_MAIL_KINDS }).notNull(),
    user_id: ofUser(),
    /** Stripe's id; empty for refunds, and for a payment without one. */
    subscription: text('subscription').notNull(),
    /** An invoice's, refund's or lost discount's id, the end of a period in ms, or the version of a changed snapshot. */
    subject: text('subject').notNull(),
    /** For `plan_changed`. */
    before: jsonColumn('before').$type<BeforeChange>(),
    /** Null until the mail is queued, or need not be. */
    outcome: text('outcome', { enum: MAIL_OUTCOMES }),
    /** Until then one worker has the row. */
    leased_until: momentColumn('leased_until').notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    created_at: momentColumn('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('money_mails_once').on(table.kind, table.subscription, table.subject),
    index('money_mails_user').on(table.user_id),
    index('money_mails_due').on(table.leased_until, table.created_at).where(isOpenMail(table)),
    index('money_mails_sent')
      .on(table.created_at)
      .where(sql`${table.outcome} is not null`),
    check('money_mails_kind', sql`${table.kind} in (${sql.raw(sqlList(MONEY_MAIL_KINDS))})`),
    check('money_mails_outcome', sql`${table.outcome} in (${sql.raw(sqlList(MAIL_OUTCOMES))})`),
  ],
)
