import type { DatabaseSync } from 'node:sqlite'
import { ACTIVITY_KEPT, DIGEST_LINES_KEPT } from '../../../worker/contract/limits.ts'
import type { DatabaseSize } from './database-size.ts'
import {
  ACTIVITY,
  countSql,
  FILLED_USERS,
  FIRST_APPLET,
  FIRST_OTHER_USER,
  fractionSql,
  idSql,
  userNumber,
} from './filled-users.ts'

/** So much of each log is older than it is kept: what a quarter of an hour leaves to the next purge, and some. */
const OVERDUE = 1.0005

/** What grows with time: activity, notifications, digests and sent messages, each oldest first. `now` in ms. */
export function fillActivity(database: DatabaseSync, { activity, users, applets }: DatabaseSize, now: number): void {
  const userOf = (of: number) => idSql('usr', ownerSql(of, users))
  const at = (of: number, kept: number) => `cast(${now} - ${kept * OVERDUE} + n * ${(kept * OVERDUE) / of} as integer)`
  const applet = `${FIRST_APPLET} + cast(${fractionSql('n + 7')} * ${applets} as integer)`
  database.exec(`insert into activity_log (id, user_id, applet_id, kind, category, detail, created_at)
    ${countSql(0, activity)} select ${idSql('act', 'n')}, ${userOf(activity)}, ${applet},
      case n % 10 when 0 then 'enabled' when 1 then 'disabled' when 2 then 'connection_broken' else 'hook_received' end,
      case n % 10 when 0 then 'change' when 1 then 'change' when 2 then 'failure' else 'event' end,
      '{"bytes":210,"content_type":"application/json"}', ${at(activity, ACTIVITY_KEPT)} from numbers`)
  database.exec(`insert into notifications (id, user_id, effect_key, text, applet_id, created_at, link, read_at)
    ${countSql(0, users)} select ${idSql('ntf', 'n')}, ${userOf(users)}, 'effect-' || n, 'Somebody is at the door.', ${applet},
      ${at(users, ACTIVITY_KEPT)}, null, iif(n % 3, ${now}, null) from numbers`)
  database.exec(`insert into digest_lines (id, user_id, effect_key, text, applet_id, created_at, copy_to, sent_at)
    ${countSql(0, users)} select ${idSql('dig', 'n')}, ${userOf(users)}, 'effect-' || n, 'One more line of the day.', ${applet},
      ${at(users, DIGEST_LINES_KEPT)}, null, iif(n < ${users} * 0.998, ${now}, null) from numbers`)
  database.exec(`insert into messages_sent (id, channel, template, user_id, recipient_hash, sent_at)
    ${countSql(0, 3 * users)} select ${idSql('job', 'n')}, 'email', 'daily_digest', ${userOf(3 * users)}, ${idSql('h', 'n')},
      ${at(3 * users, ACTIVITY_KEPT)} from numbers`)
}

/** Whose the row is: the users that are the same at every size have theirs, spread over all rows. */
function ownerSql(rows: number, users: number): string {
  const cases = FILLED_USERS.filter((user) => ACTIVITY[user] > 0).map((user) => {
    const every = Math.max(4, Math.floor(rows / ACTIVITY[user]))
    return `when n % ${every} = ${userNumber(user)} and n / ${every} < ${ACTIVITY[user]} then ${userNumber(user)}`
  })
  return `case ${cases.join(' ')} else ${FIRST_OTHER_USER} + n % ${users - FIRST_OTHER_USER} end`
}
