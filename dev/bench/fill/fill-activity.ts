import type { DatabaseSync } from 'node:sqlite'
import { ACTIVITY_KEPT, DIGEST_LINES_KEPT, SECURITY_EVENTS_KEPT } from '../../../worker/contract/limits.ts'
import type { DatabaseSize } from './database-size.ts'
import {
  ACTIVITY,
  countSql,
  FILLED_USERS,
  FIRST_APPLET,
  FIRST_OTHER_USER,
  fractionSql,
  idSql,
  timeSql,
  userNumber,
} from './filled-users.ts'

type Size = Pick<DatabaseSize, 'activity' | 'users' | 'applets'>

/** The log of what users did and what happened to them, oldest first. `now` in ms. */
export function fillActivity(database: DatabaseSync, { activity, users, applets }: Size, now: number): void {
  database.exec(`insert into activity_log (id, user_id, applet_id, kind, category, detail, created_at)
    ${countSql(0, activity)} select ${idSql('act', 'n')}, ${ownerSql(activity, users)}, ${appletSql(applets)},
      case n % 10 when 0 then 'enabled' when 1 then 'disabled' when 2 then 'connection_broken' else 'look_failed' end,
      iif(n % 10 < 2, 'change', 'failure'), '{"message":"The feed did not answer."}', ${timeSql(now, activity, ACTIVITY_KEPT)} from numbers`)
}

/** Lines of digests that wait for the evening, at every size. */
const UNSENT = 40

/** Fills in what users were told: notifications, digests, sent messages, security events, oldest first. `now` in ms. */
export function fillMessages(database: DatabaseSync, { users, applets }: Size, now: number): void {
  const owner = ownerSql(users, users)
  database.exec(`insert into notifications (id, user_id, effect_key, text, applet_id, created_at, link, read_at)
    ${countSql(0, users)} select ${idSql('ntf', 'n')}, ${owner}, 'effect-' || n, 'Somebody is at the door.',
      ${appletSql(applets)}, ${timeSql(now, users, ACTIVITY_KEPT)}, null, iif(n % 3, ${now}, null) from numbers`)
  database.exec(`insert into digest_lines (id, user_id, effect_key, text, applet_id, created_at, copy_to, sent_at)
    ${countSql(0, users)} select ${idSql('dig', 'n')}, ${owner}, 'effect-' || n, 'One more line of the day.',
      ${appletSql(applets)}, ${timeSql(now, users, DIGEST_LINES_KEPT)}, null, iif(n < ${users - UNSENT}, ${now}, null) from numbers`)
  database.exec(`insert into messages_sent (id, channel, template, user_id, recipient_hash, sent_at)
    ${countSql(0, 3 * users)} select ${idSql('job', 'n')}, 'email', 'daily_digest', ${ownerSql(3 * users, users)}, ${idSql('h', 'n')},
      ${timeSql(now, 3 * users, ACTIVITY_KEPT)} from numbers`)
  database.exec(`insert into security_events (id, user_id, kind, outcome, session_id, device, country, created_at)
    ${countSql(0, 3 * users)} select ${idSql('sec', 'n')}, ${ownerSql(3 * users, users)}, 'signed_in', 'done', ${idSql('ses', 'n')},
      'Chrome on Windows', 'DE', ${timeSql(now, 3 * users, SECURITY_EVENTS_KEPT)} from numbers`)
}

function appletSql(applets: number): string {
  return `${FIRST_APPLET} + cast(${fractionSql('n + 7')} * ${applets} as integer)`
}

/** Whose the row is: the users that are the same at every size have theirs, spread over all rows. */
function ownerSql(rows: number, users: number): string {
  const cases = FILLED_USERS.map((user) => {
    const every = Math.max(4, Math.floor(rows / ACTIVITY[user]))
    return `when n % ${every} = ${userNumber(user)} and n / ${every} < ${ACTIVITY[user]} then ${userNumber(user)}`
  })
  return idSql('usr', `case ${cases.join(' ')} else ${FIRST_OTHER_USER} + n % ${users - FIRST_OTHER_USER} end`)
}
