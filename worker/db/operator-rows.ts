import { and, asc, desc, eq, getTableColumns, isNull, lt, sql } from 'drizzle-orm'
import type { OperatorAction, OperatorOutcome } from '../contract/operator/operator-overview.ts'
import { MINUTE } from '../contract/shared/durations.ts'
import type { ActorUser, ClockCtx, Ctx, DbCtx } from '../system/context/context.ts'
import { decoded, runNamed } from './d1-batch.ts'
import { insertRow, type RowSource } from './insert-row.ts'
import { users } from './schema/accounts.ts'
import { services } from './schema/connections.ts'
import { lent_logins, operator_log } from './schema/operator.ts'
import { runners } from './schema/runners.ts'
import { isGivenUp, stripe_events } from './schema/stripe-events.ts'

const EVENTS = 50
const CHANGES = 50
const OLDEST = 20
/** Counting ends there. */
const MOST = 1000
/** How late a Runner may be before it counts, in ms. */
const LATE = 2 * MINUTE

/**
 * All services, how many Runners are behind and how many late, those that wait longest, the events of Stripe that wait for
 * an operator, the last changes of operators, and the user names that they lent.
 */
export function readOperatorRows({ db, now }: DbCtx & ClockCtx) {
  const isBehind = and(
    sql`${runners.applied} < ${runners.wanted}`,
    isNull(runners.deleted_at),
    lt(runners.wanted, now() - LATE),
  )
  const isLate = and(lt(runners.wake_by, now() - LATE), isNull(runners.deleted_at))
  const countOf = (where: typeof isLate) =>
    db.select({ count: sql<number>`count(*)`.as('count') }).from(
      db
        .select({ one: sql`1`.as('one') })
        .from(runners)
        .where(where)
        .limit(MOST)
        .as('some'),
    )
  const { id, type, parked, attempts, received_at } = stripe_events
  const catalog = db
    .select()
    .from(services)
    .orderBy(sql`${services.name} collate nocase`)
  return runNamed(db, {
    catalog: decoded(catalog, getTableColumns(services)),
    behind: countOf(isBehind),
    late: countOf(isLate),
    oldest: db
      .select({ user_id: runners.user_id, due_at: sql<number>`${runners.wake_by}`.as('due_at') })
      .from(runners)
      .where(isLate)
      .orderBy(asc(runners.wake_by))
      .limit(OLDEST),
    events: db
      .select({ id, type, parked, attempts, received_at })
      .from(stripe_events)
      .where(isGivenUp(stripe_events))
      .orderBy(desc(received_at))
      .limit(EVENTS),
    changes: db
      .select({
        id: operator_log.id,
        login: users.login,
        action: operator_log.action,
        subject: operator_log.subject,
        before: operator_log.before,
        after: operator_log.after,
        outcome: operator_log.outcome,
        created_at: operator_log.created_at,
      })
      .from(operator_log)
      .leftJoin(users, eq(users.id, operator_log.user_id))
      .orderBy(desc(operator_log.created_at))
      .limit(CHANGES),
    logins: db
      .select({ login: lent_logins.login, to: sql<string>`${users.login}`.as('to'), lent_at: lent_logins.lent_at })
      .from(lent_logins)
      .innerJoin(users, eq(users.id, lent_logins.user_id))
      .orderBy(asc(lent_logins.login)),
  })
}

export async function insertOperatorChange({ db }: DbCtx, row: typeof operator_log.$inferInsert): Promise<void> {
  await db.insert(operator_log).values(row)
}

export async function setOperatorOutcome({ db }: DbCtx, id: string, outcome: OperatorOutcome): Promise<void> {
  await db.update(operator_log).set({ outcome }).where(eq(operator_log.id, id))
}

type Change = { action: OperatorAction; subject: string; before: object; after: object; outcome: OperatorOutcome }

/** The row of an operator's change, for its own batch. */
export function changeRow(ctx: Ctx, { id: user_id }: ActorUser, { before, after, ...change }: Change) {
  const texts = { before: JSON.stringify(before), after: JSON.stringify(after) }
  return {
    id: ctx.id('opl'),
    user_id,
    ...change,
    ...texts,
    created_at: ctx.now(),
  } satisfies typeof operator_log.$inferInsert
}

/**
 * The first statement of a batch, and the condition of all others in it: the row of an operator's change, written only
 * while one row of `each` is there, so that two operators who press at once make one change.
 */
export function guardedChange(ctx: Ctx, user: ActorUser, change: Omit<Change, 'outcome'>, each: RowSource) {
  const row = changeRow(ctx, user, { ...change, outcome: 'done' })
  return {
    mark: insertRow(ctx.db, operator_log, row, each),
    marked: sql`exists (select 1 from ${operator_log} o where o.id = ${row.id})`,
  }
}
