import { sql, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { ActorUser, Ctx } from '../../system/context/context.ts'
import type { OperatorAction } from '../../contract/operator/operator-overview.ts'
import { operator_log } from '../../db/schema/operator.ts'
import { changeRow } from '../../db/operator-change-row.ts'

type Change = { action: OperatorAction; subject: string; before: object; after: object }

/**
 * The first statement of a batch, and the condition of all others in it: the row of an operator's change, written only
 * while the row of `table` meets `when`, so that two operators who press at once make one change.
 */
export function guardedChange(ctx: Ctx, user: ActorUser, change: Change, table: SQLiteTable, when: SQL | undefined) {
  const row = changeRow(ctx, user, { ...change, outcome: 'done' })
  const values = {
    id: sql<string>`${row.id}`.as('id'),
    user_id: sql<string>`${row.user_id}`.as('user_id'),
    action: sql<OperatorAction>`${row.action}`.as('action'),
    subject: sql<string>`${row.subject}`.as('subject'),
    before: sql<string>`${row.before}`.as('before'),
    after: sql<string>`${row.after}`.as('after'),
    outcome: sql<'done'>`${row.outcome}`.as('outcome'),
    created_at: sql<number>`${row.created_at}`.as('created_at'),
  }
  return {
    mark: ctx.db.insert(operator_log).select(ctx.db.select(values).from(table).where(when)),
    marked: sql`exists (select 1 from ${operator_log} o where o.id = ${row.id})`,
  }
}
