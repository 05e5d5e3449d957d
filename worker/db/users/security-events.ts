import { and, asc, desc, eq, gte, isNotNull, lte, sql, type SQL } from 'drizzle-orm'
import { deviceInWords } from '../../contract/accounts/device-name.ts'
import {
  isMailed,
  SECURITY_EVENTS_PAGE_SIZE,
  type EventOutcome,
  type SecurityEventKind,
} from '../../contract/accounts/security-events.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import type { ClockCtx, Ctx, DbCtx } from '../../system/context/context.ts'
import { prepared, runNamed, type GivenAll } from '../d1-batch.ts'
import { insertRow } from '../insert-row.ts'
import { users } from '../schema/accounts.ts'
import { security_events } from '../schema/security.ts'
import { actorQuery } from '../sessions/actor-query.ts'
import { earlierWorkQueries } from './earlier-work.ts'
import { sessionUser } from '../sessions/live-sessions.ts'

/** After that the schedule takes over. */
const MAIL_AFTER = 5 * MINUTE
export const EVENT_MAILS_AT_ONCE = 20

export type SecurityEvent = {
  kind: SecurityEventKind
  /** `done` by default. */
  outcome?: EventOutcome
  user_id: string
  /** The session's public id; null where nobody is signed in. */
  session_id: string | null
}

/**
 * The statement that records an event, for the batch that makes the change, with whether it is to be mailed: so no crash
 * loses the mail. It writes nothing if there is no such user,
 * or if `when`, which may name columns of `users`, does not hold at its place in the batch.
 */
export function insertSecurityEvent(ctx: Ctx, event: SecurityEvent, when?: SQL) {
  const { kind, outcome = 'done', user_id, session_id } = event
  const now = ctx.now()
  const row = {
    id: ctx.id('sec'),
    user_id: users.id,
    kind,
    outcome,
    session_id,
    device: deviceInWords(ctx.userAgent),
    country: ctx.country,
    created_at: now,
    mail_due_at: outcome === 'done' && isMailed(kind) ? now + MAIL_AFTER : null,
  }
  return insertRow(ctx.db, security_events, row, { from: users, where: and(eq(users.id, user_id), when) })
}

/** Records an event that changes nothing else. */
export async function recordSecurityEvent(ctx: Ctx, event: SecurityEvent): Promise<void> {
  await insertSecurityEvent(ctx, event)
}

/** What happened, whose mail is due, with whom it happened to; null for an account that is gone. */
export type DueEventMail = Awaited<ReturnType<typeof readDue>>[number]

/** The mails about what was recorded for a user within the last minute. */
export function readMailsOfNewEvents({ db, now }: DbCtx & ClockCtx, user_id: string): Promise<DueEventMail[]> {
  const { created_at, mail_due_at } = security_events
  const isNew = gte(created_at, now() - MINUTE)
  return readDue(db, and(eq(security_events.user_id, user_id), isNew, isNotNull(mail_due_at)))
}

/** Those that were due by `before` (ms), at most EVENT_MAILS_AT_ONCE. */
export function readMailsOfDueEvents({ db }: DbCtx, before: number): Promise<DueEventMail[]> {
  return readDue(db, lte(security_events.mail_due_at, before))
}

async function readDue(db: Ctx['db'], which: SQL | undefined) {
  return db
    .select({ event: security_events, user: { email: users.email, login: users.login } })
    .from(security_events)
    .leftJoin(users, eq(users.id, security_events.user_id))
    .where(which)
    .orderBy(asc(security_events.mail_due_at))
    .limit(EVENT_MAILS_AT_ONCE)
}

/** `due_at`: when the schedule mails it, in ms; null once that is done. */
export async function setEventMailDue({ db }: DbCtx, id: string, due_at: number | null): Promise<void> {
  await db.update(security_events).set({ mail_due_at: due_at }).where(eq(security_events.id, id))
}

type Page = { sessionHash: string; now: number; time: number; id: string }

/** The session's user, and a page of what happened to their account before `time` (ms) and `id`, with one event more; and the work
 * of before. */
export function readSecurityEvents({ db }: DbCtx, { sessionHash, now, time, id }: Page) {
  return runNamed(db, {
    actor: actorQuery(db, sessionHash, now),
    events: pageQuery(db, { sessionHash, time, id }),
    ...earlierWorkQueries(db, sql`${sessionUser(db, sessionHash)}`),
  })
}

const pageQuery = prepared((db, { sessionHash, time, id: last }: GivenAll<Omit<Page, 'now'>>) => {
  const { id, kind, outcome, session_id, device, country, created_at, user_id } = security_events
  return db
    .select({ id, kind, outcome, session_id, device, country, created_at })
    .from(security_events)
    .where(and(sql`${user_id} = ${sessionUser(db, sessionHash)}`, sql`(${created_at}, ${id}) < (${time}, ${last})`))
    .orderBy(desc(created_at), desc(id))
    .limit(SECURITY_EVENTS_PAGE_SIZE + 1)
})
