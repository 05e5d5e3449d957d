import { and, asc, eq, isNull, lt, lte, sql } from 'drizzle-orm'
import type { DbCtx, RunnerCtx } from '../../system/context/context.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { users } from '../../db/schema/accounts.ts'
import { digest_lines, digest_schedule } from '../../db/schema/notifications.ts'
import { log } from '../../system/log/log.ts'
import { digestMail } from '../mail/mails.ts'
import { lastDigestTime, nextDigestTime } from './digest-time.ts'

const TEXT_MAX = 2000
/** How many users a portion serves, and how many lines one mail has. The rest follows. */
const USERS_AT_ONCE = 50
const LINES_IN_A_MAIL = 200
const AFTER_FAILURE = 10 * MINUTE

type Line = {
  user_id: string
  /** Adding the same key again changes nothing. */
  effect_key: string
  text: string
  /** Not followed: the digest goes to the user's own verified address, and nobody else is mailed. */
  copy_to: string | null
  applet_id: number | null
}

/** Adds a line to the user's next digest. Returns false for a key that is there already. */
export async function addDigestLine(ctx: RunnerCtx, { text, copy_to: _ignored, ...line }: Line): Promise<boolean> {
  const added = await ctx.db
    .insert(digest_lines)
    .values({ ...line, id: ctx.id('dig'), text: text.slice(0, TEXT_MAX), copy_to: null, created_at: ctx.now() })
    .onConflictDoNothing()
    .returning({ id: digest_lines.id })
  return added.length > 0
}

/**
 * Mails each user's lines once a day at six in the evening of their zone, to their own verified address: of users who
 * were due by `before` (ms). A repeat sends the same mail with the same id, which goes out once. A user whose mail fails
 * is tried again later. Returns whether more users are left. Called every quarter of an hour.
 */
export async function sendDigests(ctx: RunnerCtx, before = ctx.now()): Promise<boolean> {
  const readers = await dueReaders(ctx, before)
  for (const reader of readers) {
    const next = await sendDigest(ctx, reader).catch((error: unknown) => {
      log('error', 'digest_failed', { user_id: reader.id, message: String(error) })
      return ctx.now() + AFTER_FAILURE
    })
    await scheduleNext(ctx, reader.id, next)
  }
  return readers.length === USERS_AT_ONCE
}

type Reader = Awaited<ReturnType<typeof dueReaders>>[number]

/** Returns when the user's next digest is due, in ms. */
async function sendDigest(ctx: RunnerCtx, reader: Reader): Promise<number> {
  const due = lastDigestTime(ctx.now(), reader.timezone)
  const next = nextDigestTime(due, reader.timezone)
  const lines = reader.email_verified_at === null ? [] : await linesOf(ctx, reader.id, due)
  if (lines.length === 0) return next
  const product = ctx.settings.PRODUCT_NAME
  const mail = digestMail({ product, login: reader.login, lines: lines.map(({ text }) => text) })
  const last = lines.at(-1)?.id ?? ''
  await ctx.queue.send({
    kind: 'mail',
    id: `digest_${reader.id}_${last}`,
    user_id: reader.id,
    to: reader.email,
    ...mail,
  })
  await ctx.db
    .update(digest_lines)
    .set({ sent_at: ctx.now() })
    .where(sql`${digest_lines.id} in (select value from json_each(${JSON.stringify(lines.map(({ id }) => id))}))`)
  return lines.length === LINES_IN_A_MAIL ? ctx.now() + 1 : next
}

/** Of lines that were not mailed. The schedule's row makes the look for them cheap when there are none. */
function dueReaders({ db }: DbCtx, before: number) {
  const { id, email, email_verified_at, login, timezone } = users
  return db
    .select({ id, email, email_verified_at, login, timezone })
    .from(digest_schedule)
    .innerJoin(users, eq(id, digest_schedule.user_id))
    .where(lte(digest_schedule.due_at, before))
    .orderBy(asc(digest_schedule.due_at))
    .limit(USERS_AT_ONCE)
}

/** Ends with the last line. */
async function scheduleNext({ db }: DbCtx, user_id: string, due_at: number): Promise<void> {
  const own = eq(digest_schedule.user_id, user_id)
  const waiting = sql`select 1 from ${digest_lines} where ${digest_lines.user_id} = ${user_id} and ${digest_lines.sent_at} is null`
  await db.batch([
    db.update(digest_schedule).set({ due_at }).where(own),
    db.delete(digest_schedule).where(and(own, sql`not exists (${waiting})`)),
  ])
}

function linesOf({ db }: DbCtx, user: string, due: number) {
  const { id, text, user_id, created_at, sent_at } = digest_lines
  return db
    .select({ id, text })
    .from(digest_lines)
    .where(and(eq(user_id, user), isNull(sent_at), lt(created_at, due)))
    .orderBy(asc(created_at), asc(id))
    .limit(LINES_IN_A_MAIL)
}
