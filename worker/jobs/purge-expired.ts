import { and, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { rate_limits, sessions, used_links } from '../db/schema/accounts.ts'
import { dayOf } from '../ai/creation-day.ts'
import { ai_creations } from '../db/schema/ai.ts'
import { activity_log } from '../db/schema/applets.ts'
import { stripe_events } from '../db/schema/billing.ts'
import { oauth_states } from '../db/schema/connections.ts'
import type { Ctx } from '../context/context.ts'
import { ACTIVITY_KEPT, DIGEST_LINES_KEPT, SESSION_IDLE, STRIPE_EVENTS_KEPT } from '../contract/limits.ts'
import { messages_sent } from '../db/schema/messages.ts'
import { money_mails } from '../db/schema/money-mails.ts'
import { digest_lines, notifications } from '../db/schema/notifications.ts'
import { oidc_states } from '../db/schema/oidc.ts'
import { push_subscriptions } from '../db/schema/push.ts'

/** How many of a log's first rows each run checks. Rows come in order, so no log needs an index by time. */
const LOG_ROWS = 5000

function first(log: SQLiteTable) {
  return sql`rowid in (select rowid from ${log} order by rowid limit ${LOG_ROWS})`
}

/** Deletes what has expired: counters, past days, used links, ended sessions, unfinished sign-ins, old activity. */
export async function purgeExpired(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  const ended = ctx.db.select({ id: sessions.id }).from(sessions).where(isNotNull(sessions.revoked_at))
  await ctx.db.batch([
    ctx.db.delete(rate_limits).where(lt(rate_limits.resets_at, now)),
    ctx.db.delete(ai_creations).where(lt(ai_creations.day, dayOf(now))),
    ctx.db.delete(used_links).where(lt(used_links.expires_at, now)),
    ctx.db.delete(oauth_states).where(lt(oauth_states.expires_at, now)),
    ctx.db.delete(oidc_states).where(lt(oidc_states.expires_at, now)),
    ctx.db
      .delete(stripe_events)
      .where(and(isNotNull(stripe_events.processed_at), lt(stripe_events.received_at, now - STRIPE_EVENTS_KEPT))),
    // Before their sessions: a browser whose session was ended must not be notified again.
    ctx.db.delete(push_subscriptions).where(inArray(push_subscriptions.session_id, ended)),
    ctx.db
      .delete(sessions)
      .where(
        or(lt(sessions.expires_at, now), lt(sessions.last_seen_at, now - SESSION_IDLE), lt(sessions.revoked_at, now)),
      ),
    ctx.db.delete(activity_log).where(and(first(activity_log), lt(activity_log.created_at, now - ACTIVITY_KEPT))),
    ctx.db.delete(notifications).where(and(first(notifications), lt(notifications.created_at, now - ACTIVITY_KEPT))),
    ctx.db.delete(digest_lines).where(and(first(digest_lines), lt(digest_lines.created_at, now - DIGEST_LINES_KEPT))),
    ctx.db
      .delete(money_mails)
      .where(and(first(money_mails), isNotNull(money_mails.outcome), lt(money_mails.created_at, now - ACTIVITY_KEPT))),
    ctx.db.delete(messages_sent).where(and(first(messages_sent), lt(messages_sent.sent_at, now - ACTIVITY_KEPT))),
  ])
}
