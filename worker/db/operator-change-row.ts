import { sql } from 'drizzle-orm'
import type { ActorUser, Ctx } from '../system/context/context.ts'
import type { OperatorAction, OperatorOutcome } from '../contract/operator/operator-overview.ts'
import { insertRow, type RowSource } from './insert-row.ts'
import { operator_log } from './schema/operator.ts'

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
