import { DatabaseSync } from 'node:sqlite'
import { EMPTY_DRAFT, type AppletDraft } from '../../../worker/contract/drafts/draft.ts'
import { HOUR, MINUTE } from '../../../worker/contract/shared/durations.ts'
import type { DatabaseSize } from './database-size.ts'
import { fillActivity, fillMessages } from './fill-activity.ts'
import { fillApplets, fillEnablements } from './fill-applets.ts'
import { fillBilling } from './fill-billing.ts'
import { fillPeople } from './fill-people.ts'
import { countSql, idSql } from './filled-users.ts'

const DRAFT: AppletDraft = {
  ...EMPTY_DRAFT,
  steps: [
    {
      kind: 'action',
      key: 'a',
      module_name: 'notifications',
      slug: 'send',
      account_slot: 0,
      fields: {},
      asked: [],
      guessed: false,
    },
  ],
}

/**
 * Writes so many rows into the SQLite file of a migrated and seeded D1 that no process has open. The same rows in each
 * run, apart from their times, which lie before `now` (ms).
 */
export function fillDatabase(file: string, size: DatabaseSize, now: number): void {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  try {
    database.exec(
      'pragma journal_mode = memory; pragma synchronous = off; pragma cache_size = -1000000; pragma temp_store = memory',
    )
    const triggers = dropRunnerTriggers(database)
    const parts = [fillPeople, fillEnablements, fillApplets, fillBilling, fillActivity, fillMessages, fillShortLived]
    database.exec('begin')
    for (const fill of parts) fill(database, size, now)
    database.exec('commit')
    for (const trigger of triggers) database.exec(trigger)
    const broken = size.applets > 10_000 ? [] : database.prepare('pragma foreign_key_check').all()
    if (broken.length > 0) throw new Error(`Rows point at none: ${JSON.stringify(broken[0])}`)
    database.exec('pragma journal_mode = wal')
  } finally {
    database.close()
  }
}

/**
 * The triggers that mark a user's Runner as behind would leave a million of them to the minute's job: returns their
 * statements, to be run after the fill. All other triggers run.
 */
function dropRunnerTriggers(database: DatabaseSync): string[] {
  const rows = database
    .prepare("select name, sql from sqlite_master where type = 'trigger' and name glob 'runners_*'")
    .all()
  for (const { name } of rows) database.exec(`drop trigger "${String(name)}"`)
  return rows.map(({ sql }) => String(sql))
}

/** Rows that live for minutes or a day, and the Runners, nearly all of which are up to date. */
function fillShortLived(database: DatabaseSync, { users }: DatabaseSize, now: number): void {
  const user = idSql('usr', 'n')
  const soon = `${now} + (n % 60 - 1) * ${MINUTE}`
  const some = (share: number) => countSql(10, Math.max(100, Math.floor(users * share)))
  database.exec(`insert into runners (user_id, runner_id, wanted, applied, wake_by)
    ${countSql(0, users)} select ${user}, null, ${now} - n, ${now} - n - (n % ${Math.max(20, Math.floor(users / 20))} = 0),
      iif(n % 20 = 3, ${now} + (n % 100) * ${HOUR}, null) from numbers`)
  database.exec(`insert into trigger_identities (identity, user_id, module_name, account_id, hinted_at)
    ${countSql(0, users)} select ${idSql('tid', 'n')}, ${user}, 'bluesky', ${idSql('con', 'n * 6')}, null from numbers where n % 2 = 0`)
  database.exec(`insert into rate_limits (bucket, count, resets_at)
    ${some(0.05)} select ${idSql('r', 'n')}, 3, ${soon} from numbers`)
  database.exec(`insert into used_links (jti, used_at, expires_at)
    ${some(0.01)} select ${idSql('j', 'n')}, ${now}, ${soon} from numbers`)
  database.exec(`insert into ai_creations (user_id, day, count)
    ${some(0.05)} select ${user}, date(${now} / 1000 - iif(n % 50, 0, 86400), 'unixepoch'), 2 from numbers`)
  database.exec(`insert into drafts (user_id, version, doc, created_at, updated_at)
    ${some(0.1)} select ${user}, 3, '${JSON.stringify(DRAFT)}', ${now}, ${now} - n % 1000 from numbers`)
  database.exec(`insert into oauth_states (state_hash, user_id, browser_hash, module_name, code_verifier, modules, return_to, expires_at)
    ${some(0.01)} select ${idSql('o', 'n')}, ${user}, 'b', 'github', 'v', '["github"]', '/', ${soon} from numbers`)
  database.exec(`insert into oidc_states (state_hash, browser_hash, nonce, code_verifier, return_to, expires_at)
    ${some(0.01)} select ${idSql('s', 'n')}, 'b', 'n', 'v', '/', ${soon} from numbers`)
  database.exec(`insert into feedback (id, user_id, applet_id, "like", opinion, suggestion, created_at, updated_at)
    ${countSql(0, users)} select ${idSql('fbk', 'n')}, ${user}, 1001 + n, n % 3 > 0, iif(n % 3, null, 'too_slow'), null, ${now}, ${now}
    from numbers where n % 5 = 0`)
}
