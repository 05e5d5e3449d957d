import type { DatabaseSync } from 'node:sqlite'
import { DAY, MINUTE } from '../../../worker/contract/shared/durations.ts'
import { SESSION_ABSOLUTE, SESSION_IDLE } from '../../../worker/contract/limits.ts'
import type { DatabaseSize } from './database-size.ts'
import {
  countSql,
  DEMO_USERS,
  FILLED_USERS,
  fractionSql,
  idSql,
  sessionToken,
  tokenHash,
  userNumber,
  idOf,
} from './filled-users.ts'

/** As long as a real one; nobody signs in with it. */
const HASH = `scrypt$16384$8$1$${'s'.repeat(22)}$${'h'.repeat(43)}`
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const MODULES = ['bluesky', 'google_sheets', 'slack', 'home_assistant', 'todoist', 'zulip']

/** Users, their sessions, of which a few have ended, and their connected accounts. `now` in ms. */
export function fillPeople(database: DatabaseSync, { users }: DatabaseSize, now: number): void {
  const numbers = countSql(0, users)
  const user = idSql('usr', 'n')
  const age = `${fractionSql('n')} * ${400 * DAY}`
  database.exec(`insert into users (id, email, email_verified_at, login, password_hash, code, segment, available_clients,
      student, eligible_trial_period, trial_used_at, stripe_customer_id, timezone, created_at, updated_at)
    ${numbers} select ${user}, 'person' || n || '@filled.test', case when n % 10 then ${now} end, 'person' || n, '${HASH}',
      printf('%08x%04d', n * 2654435761 & 4294967295, n % 10000), 'personal', '[]', n % 50 = 9, 7,
      case when n % 5 = 0 then ${now} end, case when n % 10 in (5, 7) then 'cus_' || printf('%014d', n) end,
      case n % 3 when 0 then 'Europe/Berlin' when 1 then 'America/New_York' else 'Asia/Tokyo' end,
      cast(${now} - ${age} as integer), ${now} from numbers`)
  for (const each of [0, 1]) {
    const id = idSql('ses', `2 * n + ${each}`)
    const seen = `cast(${now} - ${fractionSql(`2 * n + ${each}`)} * ${SESSION_IDLE + 15 * MINUTE} as integer)`
    database.exec(`insert into sessions (id, user_id, token_hash, user_agent, created_at, last_seen_at, expires_at, revoked_at)
      ${numbers} select ${id}, ${user}, 'h' || ${id}, '${BROWSER}', ${seen}, ${seen}, ${seen} + ${SESSION_ABSOLUTE},
        case when n % ${Math.floor(users / 10)} = 13 then ${seen} end from numbers`)
  }
  fillSessions(database, now)
  fillAccounts(database, users, now)
  database.exec(`insert into identities (issuer, subject, user_id, created_at)
    ${numbers} select 'https://id.filled.test', 'subject-' || n, ${user}, ${now} from numbers where n % 10 = 1`)
  database.exec(`insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, created_at)
    ${numbers} select ${idSql('push', 'n')}, ${user}, ${idSql('ses', '2 * n')}, 'https://push.filled.test/' || ${idSql('p', 'n')},
      '${'B'.repeat(87)}', '${'A'.repeat(22)}', ${now} from numbers where n % 5 = 2`)
}

/** The sessions that the bench's calls use. */
function fillSessions(database: DatabaseSync, now: number): void {
  const insert = database.prepare(
    'insert into sessions (id, user_id, token_hash, user_agent, created_at, last_seen_at, expires_at, proved_at) values (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const filled = FILLED_USERS.map((user) => [user, idOf('usr', userNumber(user))] as const)
  const demo = DEMO_USERS.map((user) => [user, user] as const)
  for (const [user, id] of [...filled, ...demo]) {
    const hash = tokenHash(sessionToken(user))
    insert.run(`ses_of_${user}`, id, hash, BROWSER, now, now, now + SESSION_ABSOLUTE, now)
  }
}

/** One account for half of all users; a user with much has six. */
function fillAccounts(database: DatabaseSync, users: number, now: number): void {
  const insert = `insert into connected_accounts (id, user_id, module_name, account_id, account_name, status, access_token,
      refresh_token, expires_at, scopes, created_at, updated_at)`
  const token = `'local.${'i'.repeat(16)}.${'t'.repeat(80)}'`
  MODULES.forEach((name, at) => {
    const chosen = at === 0 ? `n % 2 = 0 or n < ${FILLED_USERS.length}` : `n = ${userNumber('much')}`
    database.exec(`${insert} ${countSql(0, users)} select ${idSql('con', `n * ${MODULES.length} + ${at}`)}, ${idSql('usr', 'n')},
      '${name}', '${name}-' || n, 'person' || n, iif(n % 100 = 8, 'broken', 'connected'), ${token}, ${token}, ${now + DAY}, 'read write',
      ${now}, ${now} from numbers where ${chosen}`)
  })
}
