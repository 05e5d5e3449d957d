import { compileFilter } from '../engine/filter/check/compile-filter.ts'
import { and, eq } from 'drizzle-orm'
import { DAY } from '../contract/shared/durations.ts'
import type { Db } from '../system/d1/client.ts'
import { applet_versions, applets, configurations, enablements } from '../db/schema/applets.ts'
import { sessions, users } from '../db/schema/accounts.ts'
import type { PaidTier } from '../contract/tiers.ts'
import { subscriptions } from '../db/schema/billing.ts'
import { connected_accounts, service_steps, services, step_fields } from '../db/schema/connections.ts'
import { makeDocuments, readNewest, writeNextVersion, type GivenStep } from '../db/applets/catalog-documents.ts'
import { sha256, randomToken } from '../system/secrets/hashes.ts'
import { newSessionToken } from '../users/session/session-cookie.ts'
import type { StepKind } from '../contract/connections/service.ts'

/** Fixture rows for tests. Each function takes only the values that matter, writes the row and returns it. */

let counter = 0
const AT = Date.UTC(2026, 0, 1)
const times = { created_at: AT, updated_at: AT }

export async function aUser(db: Db, given: Partial<typeof users.$inferInsert> = {}) {
  const n = ++counter
  const row = {
    // No id that `ctx.id` of the tests makes.
    id: `usr_row${n}`,
    email: `user${n}@example.test`,
    login: `user${n}`,
    code: `code${n}`,
    ...times,
    ...given,
  }
  const [user] = await db.insert(users).values(row).returning()
  return present(user)
}

/** A paid subscription: active and billed by Stripe by default. */
export async function aSubscription(
  db: Db,
  user: { id: string },
  given: Partial<typeof subscriptions.$inferInsert> & { tier: PaidTier },
) {
  const n = ++counter
  const row = {
    id: `sub_${n}`,
    user_id: user.id,
    stripe_subscription_id: `sub_stripe_${n}`,
    payment_type: 'stripe' as const,
    plan_id: given.tier,
    product_id: `prod_${given.tier}`,
    status: 'active' as const,
    payment_interval: 'month' as const,
    price_in_cents: 349,
    ...times,
    ...given,
  }
  const [subscription] = await db.insert(subscriptions).values(row).returning()
  return present(subscription)
}

/** A new session, whose user has just shown that it is them. `token` is the cookie's value. */
export async function signIn(db: Db, user: { id: string }, now: number, proved_at = now) {
  const token = await newSessionToken({ settings: { SECRET_KEY: ['tests'] }, token: randomToken }, user.id)
  const row = {
    // Not one that `ctx.id` makes.
    id: `ses_r${++counter}`,
    user_id: user.id,
    token_hash: await sha256(token),
    user_agent: 'test',
    created_at: now,
    last_seen_at: now,
    expires_at: now + 30 * DAY,
    proved_at,
  }
  await db.insert(sessions).values(row)
  return { ...row, token }
}

type GivenService = Partial<typeof services.$inferInsert> & { module_name: string }

export async function aService(db: Db, given: GivenService) {
  const [service] = await someServices(db, [given])
  return present(service)
}

/** D1 takes 100 parameters, and a service has up to 22. */
const SERVICES_AT_ONCE = 4

/** Writes several with few queries: a round trip to D1 costs more than rows. */
export async function someServices(db: Db, given: GivenService[]) {
  const inserted: (typeof services.$inferSelect)[] = []
  for (let at = 0; at < given.length; at += SERVICES_AT_ONCE) {
    const rows = given.slice(at, at + SERVICES_AT_ONCE).map(serviceRow)
    inserted.push(...(await db.insert(services).values(rows).returning()))
  }
  return inserted
}

function serviceRow(given: GivenService) {
  const { module_name, name = module_name.charAt(0).toUpperCase() + module_name.slice(1) } = given
  const oauth = {
    issuer: `https://${module_name}.example`,
    authorize_url: `https://${module_name}.example/authorize`,
    token_url: `https://${module_name}.example/token`,
    revoke_url: `https://${module_name}.example/revoke`,
    account_url: `https://${module_name}.example`,
    scopes: 'read write',
  }
  const icon = `/icons/services/${module_name}.svg`
  return {
    name,
    short_name: name,
    description: `${name} for tests`,
    brand_color: '#225588',
    connect_kind: 'oauth2' as const,
    icon,
    icon_bw: icon,
    monochrome_image_url: icon,
    lrg_monochrome_image_url: icon,
    lrg_variant_image_url: icon,
    ...oauth,
    ...given,
  }
}

export async function aStep(
  db: Db,
  module_name: string,
  kind: StepKind,
  slug: string,
  fields: Omit<typeof step_fields.$inferInsert, 'step_id' | 'position'>[] = [],
) {
  const segment = { trigger: 'triggers', query: 'queries', action: 'actions' }[kind]
  const row = {
    id: `${module_name}/${segment}/${slug}`,
    module_name,
    kind,
    slug,
    name: slug,
    description: `Does ${slug}`,
  }
  const step = db.insert(service_steps).values(row)
  const itsFields = fields.map((field, position) => ({ ...field, step_id: row.id, position }))
  await (itsFields.length > 0 ? db.batch([step, db.insert(step_fields).values(itsFields)]) : step)
  return row
}

/** A published Applet with these steps in order. */
export async function anApplet(
  db: Db,
  author: { id: string },
  steps: readonly GivenStep[],
  { filter_code, actions_delay, ...given }: Partial<typeof applets.$inferInsert> = {},
) {
  const n = ++counter
  const row = {
    friendly_id: `applet-${n}`,
    name: `Applet ${n}`,
    brand_color: '#225588',
    author_id: author.id,
    published_at: AT,
    ...times,
    ...given,
  }
  const [applet] = await db.insert(applets).values(row).returning()
  const [doc] = await makeDocuments(db, { compileFilter }, [{ steps, filter_code, actions_delay }])
  await writeNextVersion(db, present(applet), present(doc), AT)
  return present(applet)
}

export async function aConfiguration(
  db: Db,
  applet: { id: number },
  given: Partial<typeof configurations.$inferInsert> & { slug: string },
) {
  const row = {
    applet_id: applet.id,
    position: ++counter,
    title: given.slug,
    icon: '/icons/services/home_assistant.svg',
    ...given,
  }
  const [configuration] = await db.insert(configurations).values(row).returning()
  const { slug, required, fields } = present(configuration)
  const { version, doc } = present(await readNewest(db, applet))
  const features = [...doc.features, { slug, required, fields }]
  await db
    .update(applet_versions)
    .set({ doc: { ...doc, features } })
    .where(and(eq(applet_versions.applet_id, applet.id), eq(applet_versions.version, version)))
  return present(configuration)
}

export async function anEnablement(
  db: Db,
  user: { id: string },
  applet: { id: number },
  given: Partial<typeof enablements.$inferInsert> = {},
) {
  const row = {
    id: `ena_row${++counter}`,
    user_id: user.id,
    applet_id: applet.id,
    status: 'enabled' as const,
    ...times,
    ...given,
  }
  const [enablement] = await db.insert(enablements).values(row).returning()
  return present(enablement)
}

/** A connected account with fake tokens, for tests that do not call the service. */
export async function aConnectedAccount(
  db: Db,
  user: { id: string },
  module_name: string,
  given: Partial<typeof connected_accounts.$inferInsert> = {},
) {
  const n = ++counter
  const row = {
    id: `con_${n}`,
    user_id: user.id,
    module_name,
    account_id: `account-${n}`,
    account_name: `account${n}@${module_name}.test`,
    status: 'connected' as const,
    access_token: 'not-a-token',
    ...times,
    ...given,
  }
  const [account] = await db.insert(connected_accounts).values(row).returning()
  return present(account)
}

function present<Row>(row: Row | undefined): Row {
  if (!row) throw new Error('The row was not written.')
  return row
}
