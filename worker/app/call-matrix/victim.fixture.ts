import { env } from 'cloudflare:test'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { EMPTY_DRAFT } from '../../contract/drafts/draft.ts'
import { DAY } from '../../contract/shared/durations.ts'
import { sessions } from '../../db/schema/accounts.ts'
import { drafts } from '../../db/schema/drafts.ts'
import { passkeys } from '../../db/schema/passkeys.ts'
import { push_subscriptions } from '../../db/schema/push.ts'
import { runners } from '../../db/schema/runners.ts'
import { USER_TABLES } from '../../db/users/user-tables.ts'
import { connect, type Db } from '../../system/d1/client.ts'
import {
  aConnectedAccount,
  anApplet,
  anEnablement,
  aService,
  aStep,
  aSubscription,
  aUser,
  signIn,
} from '../../testing/rows.ts'
import { emptyDatabase } from '../../testing/test-ctx.ts'

/** In everything of the victim's that nobody else may read. */
export const SECRET = 'for-nobody-else'
const VICTIM = 'usr_victim'
/** Whom the setting OPERATORS names. */
export const OPERATOR = 'usr_operator'

/** What names something of the victim's alone: others who name it are refused. */
export const PRIVATE_IDS = {
  user: VICTIM,
  email: 'victim@example.test',
  session: 'ses_victim',
  passkey: 'pky_victim',
  credential: 'credential_of_the_victim',
  applet: 4242,
  friendly_id: 'applet-of-the-victim',
  enablement: 'ena_victim',
  draft: 7171,
  connection: 'con_victim',
  account: 'account_of_the_victim',
  run: '01JQ0000000000000000000000',
  runner: 'runner-of-the-victim',
  subscription: 'sub_victim',
  stripe_subscription: 'sub_stripe_victim',
  push: 'psh_victim',
  push_endpoint: 'https://fcm.googleapis.com/fcm/send/victim',
} as const

/** What names something that everyone sees: others read it, and change nothing of it. */
export const PUBLIC_IDS = {
  login: 'victor',
  applet: 5151,
  module_name: 'github',
  slug: 'new_star',
  options: 'https://github.example/api/options/repositories',
} as const

/** The private Applet of the user whose address is not confirmed. */
export const OWN_APPLET = 6161

/** Who calls, besides the victim. A visitor has no session. */
export const ROLES = ['visitor', 'another', 'unconfirmed', 'operator'] as const
export type Role = (typeof ROLES)[number]

/** A victim with a row in every table that names users, and everyone else. `cookies`: of their sessions. */
export async function aVictim() {
  await emptyDatabase()
  const db = connect(env.DB)
  const now = Date.now()
  const victim = await aUser(db, {
    id: VICTIM,
    login: PUBLIC_IDS.login,
    email: PRIVATE_IDS.email,
    email_verified_at: 1,
  })
  const steps = await someOfEverything(db, victim)
  const others = {
    another: await aUser(db, { id: 'usr_another', login: 'another', email_verified_at: 1 }),
    unconfirmed: await aUser(db, { id: 'usr_unconfirmed', login: 'unconfirmed' }),
    operator: await aUser(db, { id: OPERATOR, login: 'operator', email_verified_at: 1 }),
  }
  await db.insert(runners).values({ user_id: others.another.id, runner_id: 'runner-of-another' })
  await anApplet(db, others.unconfirmed, steps, { id: OWN_APPLET, name: 'Not yet', published_at: null })
  const cookie = async (user: { id: string }) => (await signIn(db, user, now)).token
  const cookies: Record<Role | 'victim', string | null> = {
    visitor: null,
    another: await cookie(others.another),
    unconfirmed: await cookie(others.unconfirmed),
    operator: await cookie(others.operator),
    victim: await cookie(victim),
  }
  return { cookies, rows: () => readRows(db) }
}

async function someOfEverything(db: Db, victim: { id: string }) {
  const created_at = Date.now()
  await aService(db, { module_name: PUBLIC_IDS.module_name })
  await aService(db, { module_name: 'webhooks', connect_kind: 'none' })
  await aService(db, { module_name: 'notifications', connect_kind: 'none' })
  await aStep(db, PUBLIC_IDS.module_name, 'trigger', PUBLIC_IDS.slug, [
    { slug: 'repository', label: 'Repository', type: 'select', options_url: PUBLIC_IDS.options },
  ])
  const hook = await aStep(db, 'webhooks', 'trigger', 'web_request')
  const notify = await aStep(db, 'notifications', 'action', 'send')
  const steps = [{ step: hook }, { step: notify }]
  const applet = await anApplet(db, victim, steps, {
    id: PRIVATE_IDS.applet,
    friendly_id: PRIVATE_IDS.friendly_id,
    name: SECRET,
    published_at: null,
  })
  await anApplet(db, victim, steps, { id: PUBLIC_IDS.applet, name: 'For everyone' })
  await anEnablement(db, victim, applet, { id: PRIVATE_IDS.enablement, enabled_at: 1 })
  await aSubscription(db, victim, {
    id: PRIVATE_IDS.subscription,
    stripe_subscription_id: PRIVATE_IDS.stripe_subscription,
    tier: 'pro',
  })
  await aConnectedAccount(db, victim, PUBLIC_IDS.module_name, {
    id: PRIVATE_IDS.connection,
    account_id: PRIVATE_IDS.account,
    account_name: SECRET,
  })
  await db.insert(drafts).values({
    id: PRIVATE_IDS.draft,
    user_id: victim.id,
    doc: { ...EMPTY_DRAFT, name: SECRET },
    created_at,
    updated_at: created_at,
  })
  await db.insert(passkeys).values({
    id: PRIVATE_IDS.passkey,
    user_id: victim.id,
    credential_id: PRIVATE_IDS.credential,
    public_key: 'k',
    sign_count: 0,
    transports: [],
    name: SECRET,
    created_at,
  })
  await db.insert(push_subscriptions).values({
    id: PRIVATE_IDS.push,
    user_id: victim.id,
    endpoint: PRIVATE_IDS.push_endpoint,
    p256dh: 'p',
    auth: 'a',
    created_at,
  })
  await db.update(runners).set({ runner_id: PRIVATE_IDS.runner })
  const session = await signIn(db, victim, created_at)
  await db.update(sessions).set({ id: PRIVATE_IDS.session }).where(eq(sessions.id, session.id))
  const given = await readRows(db)
  const missing = Object.entries(USER_TABLES).filter(([name]) => given[name]?.length === 0)
  // In no order that foreign keys would ask for. Triggers write some.
  await db.batch([
    db.run(sql`pragma defer_foreign_keys = on`),
    ...missing.map(([, { table }]) => db.insert(table).values(rowOf(victim, table)).onConflictDoNothing()),
  ])
  return steps
}

/** A row of the user with all that its table needs. */
function rowOf({ id }: { id: string }, table: SQLiteTable) {
  const columns = Object.entries(getTableColumns(table)).filter(
    ([name, { notNull, hasDefault }]) => name === 'user_id' || (notNull && !hasDefault),
  )
  const values = columns.map(([name, column]) => {
    if (name === 'user_id') return [name, id]
    if (name === 'applet_id') return [name, PRIVATE_IDS.applet]
    if (name === 'module_name') return [name, PUBLIC_IDS.module_name]
    if (column.enumValues) return [name, column.enumValues[0]]
    if (column.getSQLType() === 'integer') return [name, Date.now() + DAY]
    // Documents and other JSON.
    if (column.dataType === 'custom') return [name, {}]
    return [name, name.endsWith('_id') ? `${SECRET}-id` : `${SECRET}-${name}`]
  })
  return Object.fromEntries(values)
}

/** All rows of the victim, by table, but how many use an Applet, and that somebody tried to sign in. */
async function readRows(db: Db) {
  const entries = Object.entries(USER_TABLES).map(async ([name, { table, isTheirs }]) => {
    const rows: Record<string, unknown>[] = await db.select().from(table).where(isTheirs(VICTIM))
    const kept = rows.filter(({ kind }) => kind !== 'signed_in')
    return [name, kept.map((row) => ({ ...row, enabled_count: null }))] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
