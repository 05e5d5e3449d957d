import { and, asc, desc, eq, inArray, isNull, lte, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { AppletCard } from '../../../contract/applets/applet.ts'
import type { MyAppletsInput } from '../../../contract/applets/my-applets-input.ts'
import {
  MY_APPLETS_PAGE_SIZE,
  MY_APPLETS_SECTION_SIZE,
  type MyAppletsSort,
  type MyAppletsStatus,
} from '../../../contract/applets/my-applets.ts'
import type { DbCtx } from '../../../system/context/context.ts'
import type { Db } from '../../../system/d1/client.ts'
import { decoded, FLAG, JSON_TEXT, prepared, runNamed, type GivenAll, type NamedRows } from '../../d1-batch.ts'
import { runnerIdOf } from '../../runners.ts'
import { users } from '../../schema/accounts.ts'
import { applet_steps, applet_versions, applets, enablements } from '../../schema/applets.ts'
import { connected_accounts, service_steps, services } from '../../schema/connections.ts'
import { holdsWord, wordsOf } from '../../search/word-search.ts'
import { actorQuery } from '../../sessions/actor-query.ts'
import { sessionUser } from '../../sessions/live-sessions.ts'
import { CARD_COLUMNS, cardServicesQuery, toCards, type CardService } from './applet-cards.ts'
import { enablementStatus } from '../applet-names.ts'
import { isKeptVersion, keepsOlder, mayTakeNewer, seenColor, seenName } from '../public-face.ts'
import { stepModule, stepSlot, stepsOfDocument } from '../steps-in-sql.ts'

/** Where a page starts: after this Applet. Applets with the same key are ordered by id. */
type Cursor = { key: string | number; id: number }

/** What a page shows. `cursor`: null for the first page. `troubled`: Applets that need attention, whatever their connections. */
type Page = Omit<MyAppletsInput, 'after'> & { cursor: Cursor | null; troubled: readonly number[] }
type Session = { sessionHash: string; now: number }

/**
 * Who is signed in, and of the Applets that they have enabled or made a page of those that match, with one more; how
 * many match, and the services that they use: one round trip.
 */
export async function readMyAppletsPage({ db }: DbCtx, { sessionHash, now }: Session, page: Page) {
  const user = sessionUser(db, sessionHash)
  const own = myQueries(db, user, page, pageQuery(db, user, page))
  return toMyApplets(await runNamed(db, { actor: actorQuery(db, sessionHash, now), ...own }))
}

/** As `readMyAppletsPage`, without a search: the Applets that changed last of each section. */
export async function readMyAppletsSections({ db }: DbCtx, { sessionHash, now }: Session) {
  const own = sectionQueries(db, { sessionHash })
  return toMyApplets(await runNamed(db, { actor: actorQuery(db, sessionHash, now), ...own }))
}

/** Nothing is searched, filtered or sorted. */
const UNFILTERED: Page = { q: '', sort: 'recent', cursor: null, troubled: [] }

const sectionQueries = prepared((db, { sessionHash }: GivenAll<{ sessionHash: string }>) => {
  const user = sessionUser(db, sessionHash)
  return myQueries(db, user, UNFILTERED, sectionsQuery(db, user))
})

type IdsQuery = ReturnType<typeof pageQuery> | ReturnType<typeof sectionsQuery>

function myQueries(db: Db, user: UserQuery, page: Page, ids: IdsQuery) {
  return {
    cards: rowsQuery(db, user, page, ids),
    cardServices: cardServicesQuery(db, inArray(applet_steps.applet_id, ids)),
    numbers: countsQuery(db, user, page),
    services: servicesQuery(db, user),
  }
}

type MyRows = NamedRows<ReturnType<typeof myQueries>>

function toMyApplets<Rest>({ cards, cardServices, numbers, ...rest }: MyRows & Rest) {
  const shown = toCards({ cards, cardServices: servicesOf(cards, cardServices) })
  return { ...rest, applets: shown.map(({ kept_services: _kept, ...card }) => card), numbers: numbers[0] ?? null }
}

/** Where a row says which services its Applet has for this user, these instead of those that its author has by now. */
function servicesOf(rows: MyRows['cards'], newest: readonly CardService[]): CardService[] {
  const kept = new Map(rows.flatMap(({ id, kept_services }) => (kept_services ? [[id, kept_services]] : [])))
  return [
    ...newest.filter(({ applet_id }) => !kept.has(applet_id)),
    ...[...kept].flatMap(([applet_id, own]) =>
      own.map((service, position) => ({ ...service, applet_id, place: 0, position })),
    ),
  ]
}

type UserQuery = ReturnType<typeof sessionUser>

/** More services than a user's Applets will use; the filter lists no more. */
const SERVICE_CHOICES = 200

/** The Applets that the user has enabled or made: two look-ups by index, however many Applets there are. */
function isMine(user: UserQuery): SQL {
  return sql`${applets.id} in (select ${enablements.applet_id} from ${enablements} where ${enablements.user_id} = ${user}
    union select ${applets.id} from ${applets} where ${applets.author_id} = ${user})`
}

/** Who looks at a row: has the Applet, or made it. */
const VIEWER = sql`coalesce(${enablements.user_id}, ${applets.author_id})`

function ownEnablement(user: UserQuery): SQL | undefined {
  return and(eq(enablements.applet_id, applets.id), sql`${enablements.user_id} = ${user}`)
}

/** The section of an Applet: every Applet has one. An archived Applet is `archived` for its author only. */
function sectionOf(user: UserQuery): SQL {
  return sql`case when ${applets.archived_at} is not null and ${applets.author_id} = ${user} then 'archived'
    when ${enablements.status} = 'enabled' then 'enabled'
    when ${enablements.paused_at} is not null then 'paused'
    when ${enablements.status} = 'disabled' then 'disabled'
    else 'unused' end`
}

/**
 * `connectionsOf` in SQL: of a service, fewer accounts work than the Applet uses, and one has stopped working. Looks at
 * an Applet's steps only if one of the user's accounts has stopped working.
 */
function isBroken(user: UserQuery): SQL {
  const own = sql`from ${connected_accounts} where ${connected_accounts.user_id} = ${user}`
  const ofService = sql`${own} and ${connected_accounts.module_name} = ${services.module_name}`
  const broken = sql`and ${connected_accounts.status} = 'broken'`
  return sql`(case when ${enablements.status} = 'enabled' and exists (select 1 ${own} ${broken})
    then ${usesOwnStep(
      (slot) => sql`${services.connect_kind} <> 'none'
    and (select count(*) ${ofService} and ${connected_accounts.status} = 'connected') <= ${slot}
    and exists (select 1 ${ofService} ${broken})`,
    )} else 0 end)`
}

/** The Applet has a step that meets this condition. */
function usesStep(holds: SQL): SQL {
  return sql`exists (select 1 from ${applet_steps} join ${service_steps} on ${service_steps.id} = ${applet_steps.step_id}
    join ${services} on ${services.module_name} = ${service_steps.module_name}
    where ${applet_steps.applet_id} = ${applets.id} and ${holds})`
}

/** Of the version that the user keeps, each step and its service. */
const ownServices = sql`${applet_versions} join ${stepsOfDocument(applet_versions.doc)} join ${services} on ${services.module_name} = ${stepModule}
  where ${isKeptVersion}`

/** As this user has the Applet, it has a step whose service meets this. `slot`: which of their accounts it uses. */
function usesOwnStep(holds: (slot: SQLWrapper) => SQL): SQL {
  return sql`(case when ${keepsOlder(VIEWER)} then exists (select 1 from ${ownServices} and ${holds(stepSlot)})
    else ${usesStep(holds(sql`${applet_steps.account_slot}`))} end)`
}

function statusConditions(user: UserQuery, troubled: readonly number[]): Record<MyAppletsStatus, SQL> {
  const isIn = (section: MyAppletsStatus) => sql`${sectionOf(user)} = ${section}`
  const isOwn = sql`(${applets.author_id} = ${user} and ${applets.archived_at} is null)`
  return {
    enabled: isIn('enabled'),
    attention: sql`(${isIn('enabled')} and (${isBroken(user)}${orIsAmong(troubled)}))`,
    paused: isIn('paused'),
    disabled: isIn('disabled'),
    unused: isIn('unused'),
    created: isOwn,
    drafts: sql`(${isOwn} and ${isNull(applets.published_at)})`,
    archived: isIn('archived'),
  }
}

function orIsAmong(ids: readonly number[]): SQL {
  return ids.length === 0 ? sql`` : sql` or ${applets.id} in (select value from json_each(${JSON.stringify(ids)}))`
}

/** All words are in the Applet's name or in the name of a service, and it uses the chosen service. */
function matches({ q, service }: Page): SQL {
  const uses = (holds: SQL) => usesOwnStep(() => holds)
  const words = wordsOf(q).map((word) => or(holdsWord(seenName(VIEWER), word), uses(holdsWord(services.name, word))))
  const chosen = service === undefined ? undefined : uses(eq(services.module_name, service))
  return sql`(${and(sql`true`, ...words, chosen)})`
}

const SORTS: Record<MyAppletsSort, { key: SQL<string | number>; order: typeof asc; after: SQL }> = {
  recent: { key: sql`coalesce(${enablements.updated_at}, ${applets.updated_at})`, order: desc, after: sql`<` },
  name: { key: sql`lower(${seenName(VIEWER)})`, order: asc, after: sql`>` },
  last_run: { key: sql`coalesce(${enablements.last_run}, 0)`, order: desc, after: sql`<` },
  runs: { key: sql`coalesce(${enablements.run_count}, 0)`, order: desc, after: sql`<` },
}

/** The Applets of one page, and one more. */
function pageQuery(db: Db, user: UserQuery, page: Page) {
  const { key, order, after } = SORTS[page.sort]
  const { status, cursor } = page
  return db
    .select({ id: applets.id })
    .from(applets)
    .leftJoin(enablements, ownEnablement(user))
    .where(
      and(
        isMine(user),
        matches(page),
        status && statusConditions(user, page.troubled)[status],
        cursor ? sql`(${key}, ${applets.id}) ${after} (${cursor.key}, ${cursor.id})` : undefined,
      ),
    )
    .orderBy(order(key), order(applets.id))
    .limit(MY_APPLETS_PAGE_SIZE + 1)
}

/** The first Applets of each section. */
function sectionsQuery(db: Db, user: UserQuery) {
  const { key } = SORTS.recent
  const place = sql<number>`row_number() over (partition by ${sectionOf(user)} order by ${key} desc, ${applets.id} desc)`
  const ranked = db
    .select({ id: applets.id, place: place.as('place') })
    .from(applets)
    .leftJoin(enablements, ownEnablement(user))
    .where(isMine(user))
    .as('ranked')
  return db.select({ id: ranked.id }).from(ranked).where(lte(ranked.place, MY_APPLETS_SECTION_SIZE))
}

/** The services of an Applet's steps in order, as JSON, where the user keeps an older version; else null. */
function keptServices(): SQL {
  const { module_name, name, monochrome_image_url } = services
  return sql`(case when ${keepsOlder(VIEWER)} then (select json_group_array(json(s.service)) from (
    select json_object('module_name', ${module_name}, 'name', ${name}, 'monochrome_image_url', ${monochrome_image_url}) as service
    from ${ownServices} order by step.key) s) end)`
}

/** The rows of these Applets in their order. */
function rowsQuery(db: Db, user: UserQuery, page: Page, ids: IdsQuery) {
  const { key, order } = SORTS[page.sort]
  const query = db
    .select({
      ...CARD_COLUMNS,
      name: seenName(VIEWER).as('name'),
      brand_color: seenColor(VIEWER).as('brand_color'),
      author_id: applets.author_id,
      published_at: applets.published_at,
      archived_at: applets.archived_at,
      taken_down: applets.taken_down,
      enablement: enablementStatus,
      paused_at: enablements.paused_at,
      run_count: sql<number>`coalesce(${enablements.run_count}, 0)`.as('run_count'),
      last_run: enablements.last_run,
      kept_services: sql<AppletCard['services'] | null>`${keptServices()}`.as('kept_services'),
      broken: sql<boolean>`${isBroken(user)}`.as('broken'),
      newer_version: sql<boolean>`${mayTakeNewer}`.as('newer_version'),
      sort_key: sql<string | number>`${key}`.as('sort_key'),
    })
    .from(applets)
    .innerJoin(users, eq(users.id, applets.author_id))
    .leftJoin(enablements, ownEnablement(user))
    .where(inArray(applets.id, ids))
    .orderBy(order(key), order(applets.id))
  return decoded(query, { kept_services: JSON_TEXT, broken: FLAG, newer_version: FLAG })
}

/** How many of the user's Applets match, by status; and all of them. */
function countsQuery(db: Db, user: UserQuery, page: Page) {
  // Each condition stands there once: D1 takes 100 values in a statement.
  const is = statusConditions(user, page.troubled)
  const mine = db
    .select({
      found: matches(page).as('found'),
      enabled: is.enabled.as('is_enabled'),
      attention: is.attention.as('is_attention'),
      paused: is.paused.as('is_paused'),
      disabled: is.disabled.as('is_disabled'),
      unused: is.unused.as('is_unused'),
      created: is.created.as('is_created'),
      drafts: is.drafts.as('is_drafts'),
      archived: is.archived.as('is_archived'),
    })
    .from(applets)
    .leftJoin(enablements, ownEnablement(user))
    .where(isMine(user))
    .as('mine')
  const count = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`
  const matching = (status: MyAppletsStatus) => count(sql`${mine[status]} and ${mine.found}`).as(status)
  return db
    .select({
      total: sql<number>`count(*)`.as('total'),
      runner_id: runnerIdOf(user).as('runner_id'),
      enabled_now: count(sql`${mine.enabled}`).as('enabled_now'),
      all: count(sql`${mine.found}`).as('all'),
      enabled: matching('enabled'),
      attention: matching('attention'),
      paused: matching('paused'),
      disabled: matching('disabled'),
      unused: matching('unused'),
      created: matching('created'),
      drafts: matching('drafts'),
      archived: matching('archived'),
    })
    .from(mine)
}

/** The services that the user's Applets use, by name. Each step is looked up once, however many Applets use it. */
function servicesQuery(db: Db, user: UserQuery) {
  const { module_name, name } = services
  const own = sql`${enablements} join ${applets} on ${applets.id} = ${enablements.applet_id}`
  const isOwn = sql`${enablements.user_id} = ${user}`
  const newest = sql`select ${enablements.applet_id} from ${own} where ${isOwn} and not ${keepsOlder(enablements.user_id)}
    union select ${applets.id} from ${applets} where ${applets.author_id} = ${user}`
  const steps = db
    .select({ id: applet_steps.step_id })
    .from(applet_steps)
    .where(sql`${applet_steps.applet_id} in (${newest})`)
  const modules = sql`select ${service_steps.module_name} from ${service_steps} where ${inArray(service_steps.id, steps)}
    union select ${stepModule} from ${own} join ${applet_versions} on ${isKeptVersion} join ${stepsOfDocument(applet_versions.doc)}
    where ${isOwn} and ${keepsOlder(enablements.user_id)}`
  return db
    .select({ module_name, name })
    .from(services)
    .where(sql`${module_name} in (${modules})`)
    .orderBy(asc(name), asc(module_name))
    .limit(SERVICE_CHOICES)
}
