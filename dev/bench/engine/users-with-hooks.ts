import type { D1Database } from '@cloudflare/workers-types'
import { compileFilter } from '../../../worker/engine/filter/check/compile-filter.ts'
import { connect, type Db } from '../../../worker/system/d1/client.ts'
import { sessions, users } from '../../../worker/db/schema/accounts.ts'
import { makeDocuments, writeNextVersion } from '../../../worker/db/applets/catalog-documents.ts'
import { applets } from '../../../worker/db/schema/applets.ts'
import { randomToken, sha256 } from '../../../worker/system/secrets/hashes.ts'
import { migrate } from '../../start/local-site/migrate-local-d1.ts'
import { AUTHOR } from '../../seed/demo-people.ts'
import { seed } from '../../seed/seed.ts'
import { inBatches } from '../../seed/write-in-batches.ts'
import { doubleAddresses } from '../../stand-ins/doubles/double-routes.ts'

const DAY = 86_400_000
/** Far above the ids of the demo's Applets. */
const AT_ONCE = 9001
const AFTER_WAIT = 9002

/** The bench's users, with Applets that pass each event on to the target. `wait` in seconds. */
export type Preparation = { users: number; target: string; wait: number }

/** A user's cookie, and the paths of their Applets' hooks. */
export type PreparedUser = { cookie: string; hook: string; waitingHook: string }

/** Seeds an empty database, and has so many users enable the bench's two Applets as their browsers would. */
export async function prepareUsers(
  database: D1Database,
  api: URL,
  { users: count, target, wait }: Preparation,
): Promise<PreparedUser[]> {
  await migrate(database)
  await seed(database, { addresses: doubleAddresses('http://localhost:1'), now: Date.now() })
  const db = connect(database)
  await writeApplet(db, { id: AT_ONCE, wait: 0, target })
  await writeApplet(db, { id: AFTER_WAIT, wait, target })
  const cookies = await writeUsers(db, count)
  const prepared: PreparedUser[] = []
  for (const cookie of cookies)
    prepared.push({
      cookie,
      hook: await enable(api, cookie, AT_ONCE),
      waitingHook: await enable(api, cookie, AFTER_WAIT),
    })
  return prepared
}

/** An event at its hook, perhaps a wait, then the event's body at the target. */
export async function writeApplet(db: Db, { id, wait, target }: { id: number; wait: number; target: string }) {
  const now = Date.now()
  const times = { created_at: now, updated_at: now, published_at: now }
  const request = { url: target, method: 'POST', body: '{{Body}}' }
  const [doc] = await makeDocuments(db, { compileFilter }, [
    {
      steps: [
        { step: { id: 'webhooks/triggers/web_request' }, fields: { event: '' } },
        { step: { id: 'webhooks/actions/make_request' }, fields: request },
      ],
      actions_delay: wait,
    },
  ])
  if (!doc) throw new Error('The Applet has no document.')
  const row = { id, name: `Pass on after ${wait} s`, brand_color: '#3b4a5a', author_id: AUTHOR, ...times }
  await db.insert(applets).values(row)
  await writeNextVersion(db, { id }, doc, now)
}

/** Returns their session cookies. */
export async function writeUsers(db: Db, count: number): Promise<string[]> {
  const now = Date.now()
  const made = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const token = randomToken()
      const id = `usr_bench_${n}`
      return { id, name: `bench${n}`, token, token_hash: await sha256(token) }
    }),
  )
  await inBatches(
    db,
    made.flatMap(({ id, name, token_hash }) => [
      db.insert(users).values({
        id,
        email: `${name}@bench.test`,
        login: name,
        code: name,
        email_verified_at: now,
        timezone: 'UTC',
        created_at: now,
        updated_at: now,
      }),
      db.insert(sessions).values({
        id: id.replace('usr', 'ses'),
        user_id: id,
        token_hash,
        created_at: now,
        last_seen_at: now,
        expires_at: now + DAY,
        proved_at: now,
      }),
    ]),
  )
  return made.map(({ token }) => `__Host-session=${token}`)
}

/** Collects the headers that a user's call needs besides its body. */
export async function callHeaders(api: URL, cookie: string): Promise<Record<string, string>> {
  const asked = await fetch(new URL('/api/csrf_token', api), { headers: { cookie } })
  const { csrf_token } = (await asked.json()) as { csrf_token: string }
  return {
    cookie,
    'content-type': 'application/json',
    'x-requested-with': 'XMLHttpRequest',
    'x-csrf-token': csrf_token,
  }
}

/** Returns the path of the hook. */
export async function enable(api: URL, cookie: string, id: number): Promise<string> {
  const headers = await callHeaders(api, cookie)
  const answer = await fetch(new URL('/api/applets', api), { method: 'POST', headers, body: JSON.stringify({ id }) })
  const text = await answer.text()
  const hook = /"hook_url":"[^"]*(\/hooks\/[^"]+)"/.exec(text)?.[1]
  if (!hook) throw new Error(`Enabling Applet ${id}: ${answer.status} ${text}`)
  return hook
}
