import { and, desc, sql } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import { SECURITY_EVENTS_PAGE_SIZE, type SecurityEventsPage } from '../../contract/accounts/security-events.ts'
import type { SecurityEventsInput } from '../../contract/accounts/security-events-input.ts'
import { prepared, runBatch, type GivenAll } from '../../db/d1-batch.ts'
import { security_events } from '../../db/schema/security.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { sessionUser } from '../../db/users/live-sessions.ts'
import { actorQuery } from '../../db/users/actor-query.ts'

/** GET /api/security_events: a page of what happened to the user's account. Throws `not_signed_in` (401). */
export async function listSecurityEvents(ctx: Ctx, { before }: SecurityEventsInput): Promise<SecurityEventsPage> {
  const { db, sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const [time = Number.MAX_SAFE_INTEGER, id = ''] = before?.split('.') ?? []
  const asked = { sessionHash, time: Number(time), id }
  const [[actor], rows] = await runBatch(db, [actorQuery(db, sessionHash, ctx.realNow()), eventsQuery(db, asked)])
  if (!actor) throw new AppError('not_signed_in')
  const events = rows
    .slice(0, SECURITY_EVENTS_PAGE_SIZE)
    .map(({ session_id, ...row }) => ({ ...row, current: session_id === actor.session_id }))
  const last = rows.length > SECURITY_EVENTS_PAGE_SIZE ? events.at(-1) : undefined
  return { events, next: last ? `${last.created_at}.${last.id}` : null }
}

type Asked = GivenAll<{ sessionHash: string; time: number; id: string }>

/** One more than a page. */
const eventsQuery = prepared((db, { sessionHash, time, id: last }: Asked) => {
  const { id, kind, outcome, session_id, device, country, created_at, user_id } = security_events
  return db
    .select({ id, kind, outcome, session_id, device, country, created_at })
    .from(security_events)
    .where(and(sql`${user_id} = ${sessionUser(db, sessionHash)}`, sql`(${created_at}, ${id}) < (${time}, ${last})`))
    .orderBy(desc(created_at), desc(id))
    .limit(SECURITY_EVENTS_PAGE_SIZE + 1)
})
