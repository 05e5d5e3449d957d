import type { Column, SQL } from 'drizzle-orm'
import { categoryOf, type ActivityDetail, type ActivityKind } from '../contract/activity/activity-entry.ts'
import type { ClockCtx, DbCtx } from '../system/context/context.ts'
import { insertRow, type RowSource } from './insert-row.ts'
import { activity_log } from './schema/applets.ts'

/** Its values may be columns of the table that it is written from. */
type Entry = {
  id: SQL | string
  kind: ActivityKind
  user_id: Column | string
  applet_id: Column | number | null
  /** Nothing more by default. */
  detail?: SQL | ActivityDetail
}

/**
 * The statement that logs an entry for each row of `from` where the condition holds, in the batch of the change that it
 * records.
 */
export function insertActivity({ db, now }: DbCtx & ClockCtx, entry: Entry, each: RowSource) {
  return insertRow(db, activity_log, { ...entry, category: categoryOf(entry.kind), created_at: now() }, each)
}
