import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { ClockCtx, DbCtx } from '../../system/context/context.ts'
import type { Statement } from '../d1-batch.ts'
import { applets, enablements } from '../schema/applets.ts'
import { hidden_authors } from '../schema/moderation.ts'

/** Takes the Applet down, or puts it back, unless its author is hidden. */
export function setTakenDown({ db, now }: DbCtx & ClockCtx, id: number, isDown: boolean, when: SQL): Statement {
  const authorIsHidden = sql`exists (select 1 from ${hidden_authors} h where h.user_id = ${applets.author_id})`
  const taken_down = isDown ? ('applet' as const) : sql`iif(${authorIsHidden}, 'author', null)`
  return db
    .update(applets)
    .set({ taken_down, updated_at: now() })
    .where(and(eq(applets.id, id), when))
}

/** Takes down what others see or have of this author, or puts back what was taken down so. */
export function setAuthorTakenDown(
  { db, now }: DbCtx & ClockCtx,
  author_id: string,
  isDown: boolean,
  when: SQL,
): Statement {
  const hasOthers = sql`exists (select 1 from ${enablements} e where e.applet_id = ${applets.id} and e.user_id <> ${author_id})`
  const isSeen = sql`(${applets.published_at} is not null or ${hasOthers})`
  const changes = isDown ? and(isNull(applets.taken_down), isSeen) : eq(applets.taken_down, 'author')
  return db
    .update(applets)
    .set({ taken_down: isDown ? 'author' : null, updated_at: now() })
    .where(and(eq(applets.author_id, author_id), changes, when))
}
