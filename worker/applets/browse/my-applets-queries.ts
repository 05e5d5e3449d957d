import { and, asc, desc, eq, inArray, isNull, lte, or, sql, type SQL } from 'drizzle-orm'
import { authorName } from '../../db/author-name.ts'
import type { sessionUser } from '../../session/actor.ts'
import { users } from '../../db/schema/accounts.ts'
import { connected_accounts, service_steps, services } from '../../db/schema/connections.ts'
import { applet_steps, applets, enablements } from '../../db/schema/applets.ts'
import { MY_APPLETS_PAGE_SIZE, MY_APPLETS_SECTION_SIZE } from '../../contract/applets/my-applets.ts'
import type { MyAppletsSort, MyAppletsStatus } from '../../contract/applets/my-applets.ts'
import type { MyAppletsInput } from '../../contract/applets/my-applets-input.ts'
import type { Db } from '../../db/client.ts'
import { usesStep } from './applet-cards.ts'
import { cursorOf, isNarrowed } from './my-applets-rules.ts'
import { holdsWord, wordsOf } from './word-search.ts'

type UserQuery = ReturnType<typeof sessionUser>

/** More services than a user's Applets will use; the filter lists no more. */
const SERVICE_CHOICES = 200

/** The Applets that the user has enabled or made: two look-ups by index, however many Applets there are. */
function isMine(user: UserQuery, id: typeof applets.id | typeof applet_steps.applet_id = applets.id): SQL {
  return sql`${id} in (select ${enablements.applet_id} from ${enablements} where ${enablements.user_id} = ${user}
    union select ${applets.id} from ${applets} where ${applets.author_id} = ${user})`
}

function ownEnablement(user: UserQuery): SQL | undefined {
  return and(eq(enablements.applet_id, applets.id), sql`${enablements.user_id} = ${user}`)
}

/** The section of an Applet: every Applet has one. An archived Applet is `archived` for its author only (§D3.7). */
function sectionOf(user: UserQuery): SQL {
  return sql`case when ${applets.archived_at} is not null and ${applets.author_id} = ${user} then 'archived'
    when ${enablements.status} = 'enabled' then 'enabled'
    when ${enablements.paused_at} is not null then 'paused'
    when ${enablements.status} = 'disabled' then 'disabled'
    else 'created' end`
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
    then ${usesStep(sql`${services.connect_kind} <> 'none'
    and (select count(*) ${ofService} and ${connected_accounts.status} = 'connected') <= ${applet_steps.account_slot}
    and exists (select 1 ${ofService} ${broken})`)} else 0 end)`
}

function statusConditions(user: UserQuery): Record<MyAppletsStatus, SQL> {
  const isIn = (section: MyAppletsStatus) => sql`${sectionOf(user)} = ${section}`
  const isOwn = sql`(${applets.author_id} = ${user} and ${applets.archived_at} is null)`
  return {
    enabled: isIn('enabled'),
    attention: sql`(${isIn('enabled')} and ${isBroken(user)})`,
    paused: isIn('paused'),
    disabled: isIn('disabled'),
    created: isOwn,
    drafts: sql`(${isOwn} and ${isNull(applets.published_at)})`,
    archived: isIn('archived'),
  }
}

/** All words are in the Applet's name or in the name of a service, and it uses the chosen service. */
function matches({ q, service }: MyAppletsInput): SQL {
  const words = wordsOf(q).map((word) => or(holdsWord(applets.name, word), usesStep(holdsWord(services.name, word))))
  const chosen = service === undefined ? undefined : usesStep(eq(services.module_name, service))
  return sql`(${and(sql`true`, ...words, chosen)})`
}

const SORTS: Record<MyAppletsSort, { key: SQL<string | number>; order: typeof asc; after: SQL }> = {
  recent: { key: sql`coalesce(${enablements.updated_at}, ${applets.updated_at})`, order: desc, after: sql`<` },
  name: { key: sql`lower(${applets.name})`, order: asc, after: sql`>` },
  last_run: { key: sql`coalesce(${enablements.last_run}, 0)`, order: desc, after: sql`<` },
  runs: { key: sql`coalesce(${enablements.run_count}, 0)`, order: desc, after: sql`<` },
}

/** The Applets of one page, one more than it shows; or the first ones of each section while nothing is filtered. */
export function myIdsQuery(db: Db, user: UserQuery, input: MyAppletsInput) {
  return isNarrowed(input) ? pageQuery(db, user, input) : sectionsQuery(db, user, input)
}

function pageQuery(db: Db, user: UserQuery, input: MyAppletsInput) {
  const { key, order, after } = SORTS[input.sort]
  const cursor = cursorOf(input)
  return db
    .select({ id: applets.id })
    .from(applets)
    .leftJoin(enablements, ownEnablement(user))
    .where(
      and(
        isMine(user),
        matches(input),
        input.status && statusConditions(user)[input.status],
        cursor ? sql`(${key}, ${applets.id}) ${after} (${cursor.key}, ${cursor.id})` : undefined,
      ),
    )
    .orderBy(order(key), order(applets.id))
    .limit(MY_APPLETS_PAGE_SIZE + 1)
}

function sectionsQuery(db: Db, user: UserQuery, input: MyAppletsInput) {
  const { key } = SORTS[input.sort]
  const place = sql<number>`row_number() over (partition by ${sectionOf(user)} order by ${key} desc, ${applets.id} desc)`
  const ranked = db
    .select({ id: applets.id, place: place.as('place') })
    .from(applets)
    .leftJoin(enablements, ownEnablement(user))
    .where(isMine(user))
    .as('ranked')
  return db.select({ id: ranked.id }).from(ranked).where(lte(ranked.place, MY_APPLETS_SECTION_SIZE))
}

/** The rows of these Applets in their order. */
export function myRowsQuery(db: Db, user: UserQuery, input: MyAppletsInput) {
  const { key, order } = SORTS[input.sort]
  const { id, friendly_id, name, brand_color, config_type, enabled_count, author_id, published_at, archived_at } =
    applets
  return db
    .select({
      id,
      friendly_id,
      name,
      brand_color,
      config_type,
      enabled_count,
      author_id,
      published_at,
      archived_at,
      author: authorName,
      enablement: enablements.status,
      paused_at: enablements.paused_at,
      run_count: sql<number>`coalesce(${enablements.run_count}, 0)`.as('own_run_count'),
      last_run: enablements.last_run,
      broken: sql<boolean>`${isBroken(user)}`.mapWith(Boolean).as('broken'),
      sort_key: sql<string | number>`${key}`.as('sort_key'),
    })
    .from(applets)
    .innerJoin(users, eq(users.id, applets.author_id))
    .leftJoin(enablements, ownEnablement(user))
    .where(inArray(id, myIdsQuery(db, user, input)))
    .orderBy(order(key), order(id))
}

/** How many of the user's Applets match, by status; and all of them. */
export function myCountsQuery(db: Db, user: UserQuery, input: MyAppletsInput) {
  const found = matches(input)
  const conditions = statusConditions(user)
  const count = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`
  const matching = (status: MyAppletsStatus) => count(sql`${conditions[status]} and ${found}`).as(status)
  return db
    .select({
      total: sql<number>`count(*)`.as('total'),
      enabled_now: count(conditions.enabled).as('enabled_now'),
      all: count(found).as('all'),
      enabled: matching('enabled'),
      attention: matching('attention'),
      paused: matching('paused'),
      disabled: matching('disabled'),
      created: matching('created'),
      drafts: matching('drafts'),
      archived: matching('archived'),
    })
    .from(applets)
    .leftJoin(enablements, ownEnablement(user))
    .where(isMine(user))
}

/** The services that the user's Applets use, by name. Each step is looked up once, however many Applets use it. */
export function myServicesQuery(db: Db, user: UserQuery) {
  const { module_name, name } = services
  const steps = db.select({ id: applet_steps.step_id }).from(applet_steps).where(isMine(user, applet_steps.applet_id))
  const modules = db
    .select({ name: service_steps.module_name })
    .from(service_steps)
    .where(inArray(service_steps.id, steps))
  return db
    .select({ module_name, name })
    .from(services)
    .where(inArray(module_name, modules))
    .orderBy(asc(name), asc(module_name))
    .limit(SERVICE_CHOICES)
}
