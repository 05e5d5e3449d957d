import { and, asc, eq, isNotNull, isNull, lt, min, sql } from 'drizzle-orm'
import type { Ctx } from '../context/context.ts'
import { users } from '../db/schema/accounts.ts'
import { digest_lines } from '../db/schema/notifications.ts'
import { digestMail } from '../messages/mails.ts'
import { lastDigestTime } from './digest-time.ts'

const TEXT_MAX = 2000
/** How many users one run of the job serves, and how many lines one mail has. The rest follows with the next run. */
const USERS_AT_ONCE = 200
const LINES_IN_A_MAIL = 200

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
export async function addDigestLine(ctx: Ctx, { text, copy_to: _ignored, ...line }: Line): Promise<boolean> {
  const added = await ctx.db
    .insert(digest_lines)
    .values({ ...line, id: ctx.id('dig'), text: text.slice(0, TEXT_MAX), copy_to: null, created_at: ctx.now() })
    .onConflictDoNothing()
    .returning({ id: digest_lines.id })
  return added.length > 0
}

/**
 * Mails each user's lines once a day at six in the evening of their zone, to their own verified address. A repeat sends
 * the same mail with the same id, which goes out once. Called every quarter of an hour.
 */
export async function sendDigests(ctx: Ctx): Promise<void> {
  for (const user of await usersWithLines(ctx)) {
    const due = lastDigestTime(ctx.now(), user.timezone)
    if (user.first >= due) continue
    const lines = await linesOf(ctx, user.id, due)
    if (lines.length === 0) continue
    const product = ctx.settings.PRODUCT_NAME
    const mail = digestMail({ product, login: user.login, lines: lines.map(({ text }) => text) })
    const last = lines.at(-1)?.id ?? ''
    await ctx.queue.send({ kind: 'mail', id: `digest_${user.id}_${last}`, user_id: user.id, to: user.email, ...mail })
    await ctx.db
      .update(digest_lines)
      .set({ sent_at: ctx.now() })
      .where(sql`${digest_lines.id} in (select value from json_each(${JSON.stringify(lines.map(({ id }) => id))}))`)
  }
}

/** Who has lines that were not mailed, and since when. */
function usersWithLines({ db }: Ctx) {
  const { user_id, created_at, sent_at } = digest_lines
  return db
    .select({
      id: users.id,
      email: users.email,
      login: users.login,
      timezone: users.timezone,
      first: sql<number>`${min(created_at)}`.as('first'),
    })
    .from(digest_lines)
    .innerJoin(users, eq(users.id, user_id))
    .where(and(isNull(sent_at), isNotNull(users.email_verified_at)))
    .groupBy(user_id)
    .orderBy(min(created_at))
    .limit(USERS_AT_ONCE)
}

function linesOf({ db }: Ctx, user: string, due: number) {
  const { id, text, user_id, created_at, sent_at } = digest_lines
  return db
    .select({ id, text })
    .from(digest_lines)
    .where(and(eq(user_id, user), isNull(sent_at), lt(created_at, due)))
    .orderBy(asc(created_at), asc(id))
    .limit(LINES_IN_A_MAIL)
}
