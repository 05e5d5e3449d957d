import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { RunnerCtx } from '../context/context.ts'
import type { ActivityCategory, ActivityDetail, ActivityKind } from '../../contract/activity/activity-entry.ts'
import { categoryOf } from './activity-categories.ts'

type Given = {
  id: SQL | string
  kind: ActivityKind
  user_id: SQLWrapper | string
  applet_id: SQLWrapper | null
  detail: SQL | string
}

/**
 * The columns of one log entry, for `insert(activity_log).select(select(activityRow(…)).from(…).where(…))`: written
 * only if the condition holds, in the same batch as the change it records. `detail` is JSON.
 */
export function activityRow({ now }: Pick<RunnerCtx, 'now'>, { id, kind, user_id, applet_id, detail }: Given) {
  return {
    id: sql<string>`${id}`.as('id'),
    user_id: sql<string>`${user_id}`.as('user_id'),
    applet_id: sql<number | null>`${applet_id}`.as('applet_id'),
    kind: sql<ActivityKind>`${kind}`.as('kind'),
    category: sql<ActivityCategory>`${categoryOf(kind)}`.as('category'),
    detail: sql<ActivityDetail>`${detail}`.as('detail'),
    created_at: sql<number>`${now()}`.as('created_at'),
  }
}
