import type { D1Database } from '@cloudflare/workers-types'
import { SWITCHED } from './busy-hour.ts'
import type { Answered, TakenEvent } from './run-load.ts'

/** Every acknowledged write that cannot be found afterwards, in words. */
export async function findLostWrites(
  database: D1Database,
  answered: readonly Answered[],
  events: readonly TakenEvent[],
): Promise<string[]> {
  return [
    ...(await lostFeedback(database, answered)),
    ...(await lostSwitches(database, answered)),
    ...(await lostEvents(events)),
  ]
}

/** The last feedback on an Applet is what its user has said. */
async function lostFeedback(database: D1Database, answered: readonly Answered[]): Promise<string[]> {
  const last = new Map<string, string>()
  for (const { user, asked, status } of answered)
    if (asked.feedback && status < 300 && status > 0)
      last.set(`${user.id} ${asked.feedback.applet}`, asked.feedback.text)
  const { results } = await database
    .prepare("select user_id || ' ' || applet_id as whose, suggestion from feedback")
    .all<{ whose: string; suggestion: string | null }>()
  const stored = new Map(results.map(({ whose, suggestion }) => [whose, suggestion]))
  return [...last].flatMap(([whose, text]) => (stored.get(whose) === text ? [] : [`Feedback "${text}" of ${whose}.`]))
}

/** Each switch has an entry of its own. */
async function lostSwitches(database: D1Database, answered: readonly Answered[]): Promise<string[]> {
  const made = new Map<string, number>()
  for (const { user, asked, status } of answered)
    if (asked.switched && status < 300 && status > 0) made.set(user.id, (made.get(user.id) ?? 0) + 1)
  const { results } = await database
    .prepare(
      "select user_id, count(*) as count from activity_log where applet_id = ? and category = 'change' group by user_id",
    )
    .bind(SWITCHED)
    .all<{ user_id: string; count: number }>()
  const stored = new Map(results.map(({ user_id, count }) => [user_id, count]))
  return [...made].flatMap(([id, count]) =>
    (stored.get(id) ?? 0) >= count ? [] : [`${count - (stored.get(id) ?? 0)} switches of ${id}.`],
  )
}

/** The sender can read the fate of each accepted event. */
async function lostEvents(events: readonly TakenEvent[]): Promise<string[]> {
  const lost: string[] = []
  for (const { hook, receipt } of events) {
    const { ok, status } = await fetch(`${hook}/receipts/${receipt}`)
    if (!ok) lost.push(`Receipt ${receipt}: ${status}.`)
  }
  return lost
}
