import { and, asc, desc, eq, getTableColumns, inArray, lte, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { AppletCard } from '../../../contract/applets/applet.ts'
import { AUTHOR_PAGE_SIZE } from '../../../contract/applets/author.ts'
import type { RecommendedInput } from '../../../contract/applets/applet-input.ts'
import type { StepKind } from '../../../contract/connections/service.ts'
import type { DbCtx } from '../../../system/context/context.ts'
import type { Db } from '../../../system/d1/client.ts'
import { decoded, FLAG, prepared, runNamed, type Given, type GivenAll } from '../../d1-batch.ts'
import { former_logins } from '../../schema/account-changes.ts'
import { users } from '../../schema/accounts.ts'
import { applet_steps, applets, step_applets } from '../../schema/applets.ts'
import { service_steps, services, step_fields, step_ingredients, type ServiceRow } from '../../schema/connections.ts'
import { cardQueries, isListed, isPublished, toCards } from './applet-cards.ts'

/** What everyone may see, each page of it in one round trip. */

const APPLETS_PER_PAGE = 24

type Limits = { services: number; applets: number }

/** The most popular services and the most used Applets: all of what is published, from the top. */
export async function readPopularRows(
  { db }: DbCtx,
  limits: Limits,
): Promise<{ services: ServiceRow[]; applets: AppletCard[] }> {
  const rows = await runNamed(db, popularQueries(db, limits))
  return { services: rows.services, applets: toCards(rows) }
}

const popularQueries = prepared((db, limits: GivenAll<Limits>) => ({
  services: decoded(
    db
      .select()
      .from(services)
      .where(eq(services.published, true))
      .orderBy(desc(services.popularity), asc(services.module_name))
      .limit(limits.services),
    getTableColumns(services),
  ),
  ...cardQueries(db, { where: isListed, limit: limits.applets }),
}))

/** Every published service, the most popular first. `kinds`: those of its steps, with commas; null without steps. */
export async function readDirectoryRows({ db }: DbCtx): Promise<(ServiceRow & { kinds: string | null })[]> {
  return (await runNamed(db, { directory: directoryQuery(db, {}) })).directory
}

const directoryQuery = prepared((db) =>
  decoded(
    db
      .select({
        ...getTableColumns(services),
        kinds: sql<string | null>`group_concat(distinct ${service_steps.kind})`.as('kinds'),
      })
      .from(services)
      .leftJoin(service_steps, eq(service_steps.module_name, services.module_name))
      .where(eq(services.published, true))
      .groupBy(services.module_name)
      .orderBy(desc(services.popularity), asc(services.module_name)),
    getTableColumns(services),
  ),
)

/** A published service, its steps by name, and the most used Applets with any of them. */
export async function readServicePageRows({ db }: DbCtx, module_name: string) {
  const rows = await runNamed(db, servicePageQueries(db, { module_name }))
  return { service: rows.service[0] ?? null, steps: rows.steps, applets: toCards(rows) }
}

const servicePageQueries = prepared((db, { module_name }: GivenAll<{ module_name: string }>) => ({
  service: serviceQuery(db, module_name),
  steps: db
    .select()
    .from(service_steps)
    .where(eq(service_steps.module_name, module_name))
    .orderBy(asc(service_steps.name)),
  ...popularCards(db, eq(service_steps.module_name, module_name)),
}))

export type StepAddress = { module_name: string; kind: StepKind; slug: string }

/** A step of a published service with its fields and ingredients, and the most used Applets with it. */
export async function readStepPageRows({ db }: DbCtx, address: StepAddress) {
  const { service, step, fields, ingredients, ...cards } = await runNamed(db, stepPageQueries(db, address))
  return { service: service[0] ?? null, step: step[0] ?? null, fields, ingredients, applets: toCards(cards) }
}

const stepPageQueries = prepared((db, { module_name, kind, slug }: GivenAll<StepAddress>) => {
  const isStep = and(
    eq(service_steps.module_name, module_name),
    eq(service_steps.kind, kind),
    eq(service_steps.slug, slug),
  )
  return {
    service: serviceQuery(db, module_name),
    step: db.select().from(service_steps).where(isStep),
    fields: decoded(
      db
        .select({
          slug: step_fields.slug,
          label: step_fields.label,
          hint: step_fields.hint,
          required: step_fields.required,
        })
        .from(step_fields)
        .innerJoin(service_steps, eq(service_steps.id, step_fields.step_id))
        .where(isStep)
        .orderBy(asc(step_fields.position)),
      { required: FLAG },
    ),
    ingredients: db
      .select({
        slug: step_ingredients.slug,
        name: step_ingredients.name,
        type: step_ingredients.type,
        example: step_ingredients.example,
      })
      .from(step_ingredients)
      .innerJoin(service_steps, eq(service_steps.id, step_ingredients.step_id))
      .where(isStep)
      .orderBy(asc(step_ingredients.position)),
    ...popularCards(db, isStep),
  }
})

function serviceQuery(db: Db, module_name: Given<string>) {
  const query = db
    .select()
    .from(services)
    .where(and(eq(services.module_name, module_name), eq(services.published, true)))
  return decoded(query, getTableColumns(services))
}

/**
 * Cards of the most used published Applets with a step that meets this condition. Reads at most a page of rows of each
 * such step, in the index's order: `cross join` keeps the steps first.
 */
function popularCards(db: Db, steps: SQL | undefined) {
  const where = inArray(
    applets.id,
    sql`(select p.applet_id from ${service_steps} cross join ${step_applets} p on p.rowid in (
      select i.rowid from ${step_applets} i where i.step_id = ${service_steps.id}
      order by i.enabled_count desc, i.applet_id limit ${APPLETS_PER_PAGE})
    where ${steps} group by p.applet_id order by p.enabled_count desc, p.applet_id limit ${APPLETS_PER_PAGE})`,
  )
  return cardQueries(db, { where, limit: APPLETS_PER_PAGE })
}

type Keys = { services: string[]; steps: string[]; applets: number[] }

/** Those of these services, steps and Applets that are public, in any order: the index may lag behind D1. */
export async function readFoundRows({ db }: DbCtx, found: Keys) {
  const rows = await runNamed(
    db,
    foundQueries(db, {
      modules: JSON.stringify(found.services),
      stepIds: JSON.stringify(found.steps),
      ids: JSON.stringify(found.applets),
      limit: found.applets.length,
    }),
  )
  return { services: rows.services, steps: rows.steps, applets: toCards(rows) }
}

type FoundKeys = { modules: string; stepIds: string; ids: string; limit: number }

const foundQueries = prepared((db, { modules, stepIds, ids, limit }: GivenAll<FoundKeys>) => {
  const isAmong = (column: SQLiteColumn, keys: Given<string>) =>
    sql`${column} in (select value from json_each(${keys}))`
  return {
    services: decoded(
      db
        .select()
        .from(services)
        .where(and(eq(services.published, true), isAmong(services.module_name, modules))),
      getTableColumns(services),
    ),
    steps: db
      .select({
        ...getTableColumns(service_steps),
        service_name: sql<string>`${services.name}`.as('service_name'),
        brand_color: services.brand_color,
        monochrome_image_url: services.monochrome_image_url,
      })
      .from(service_steps)
      .innerJoin(services, eq(services.module_name, service_steps.module_name))
      .where(and(eq(services.published, true), isAmong(service_steps.id, stepIds))),
    ...cardQueries(db, { where: and(isListed, isAmong(applets.id, ids)), limit }),
  }
})

/** How often the last card on the page before is used, and its Applet. */
type Before = { count: number; id: number }

/** An author's published Applets, most used first: a page and one more. None for an unknown user name. */
export async function readAuthorCards({ db }: DbCtx, login: string, before: Before | null): Promise<AppletCard[]> {
  return toCards(await runNamed(db, authorQueries(db, { login, ...before })))
}

const authorQueries = prepared((db, { login, ...before }: GivenAll<Partial<Before> & { login: string }>) => {
  // A user name that was given up still leads to its user; the page redirects to the new one.
  const author_id = sql`coalesce((select ${users.id} from ${users} where ${users.login} collate nocase = ${login}),
    (select ${former_logins.user_id} from ${former_logins} where ${former_logins.login} collate nocase = ${login}))`
  const where = and(sql`${applets.author_id} = (${author_id})`, isPublished, startsAfter(before))
  return cardQueries(db, { where, limit: AUTHOR_PAGE_SIZE + 1 })
})

/** The first condition is the range of the index, the second skips what the page before has shown. */
function startsAfter({ count, id }: GivenAll<Partial<Before>>): SQL | undefined {
  if (count === undefined || id === undefined) return undefined
  const { enabled_count } = applets
  return and(
    lte(enabled_count, count),
    sql`(${enabled_count} < ${count} or ${eq(enabled_count, count)} and ${applets.id} > ${id})`,
  )
}

/** How many Applets are considered. A service with more than OF_THE_SERVICES Applets has some among the MOST_USED. */
const MOST_USED = 100
const OF_THE_SERVICES = 100

/**
 * Recommended Applets (§7): published Applets that use any of these services, those sharing the most services first,
 * then the most used. Reads no more rows as the number of Applets grows.
 */
export async function readRecommendedCards(
  { db }: DbCtx,
  { module_names, count, except }: RecommendedInput,
): Promise<AppletCard[]> {
  // One value for all names: D1 takes at most a hundred, and the statement stays the same.
  const asked = { names: JSON.stringify(module_names), count, except: except ?? null }
  return toCards(await runNamed(db, recommendedQueries(db, asked)))
}

type Recommended = { names: string; count: number; except: number | null }

const recommendedQueries = prepared((db, { names, count, except }: GivenAll<Recommended>) => {
  const ofNamed = sql`${service_steps.module_name} in (select value from json_each(${names}))`
  const named = sql`from ${applet_steps} join ${service_steps} on ${service_steps.id} = ${applet_steps.step_id}
      where ${applet_steps.applet_id} = ${applets.id} and ${ofNamed}`
  // Counted only for those that share any.
  const shared = sql`(select count(distinct ${service_steps.module_name}) ${named})`
  const candidates = sql`${applets.id} in (
    select id from (select ${applets.id} from ${applets} where ${isListed} order by ${applets.enabled_count} desc limit ${MOST_USED})
    union
    select applet_id from (select ${step_applets.applet_id} from ${step_applets}
      where ${step_applets.step_id} in (select ${service_steps.id} from ${service_steps} where ${ofNamed}) limit ${OF_THE_SERVICES}))`
  const where = and(candidates, isListed, sql`exists (select 1 ${named})`, sql`${applets.id} is not ${except}`)
  return cardQueries(db, { where, first: desc(shared), limit: count })
})
