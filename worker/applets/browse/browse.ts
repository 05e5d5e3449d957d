import { and, asc, desc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import { toService } from '../../connections/accounts/find-service.ts'
import { service_steps, services, step_fields, step_ingredients } from '../../db/schema/connections.ts'
import type { Ctx } from '../../system/context/context.ts'
import { waysToConnect } from '../../connections/oauth/ways-to-connect.ts'
import type { Home, ServiceDirectory, ServicePage, StepPage } from '../../contract/applets/browse.ts'
import { STEP_KINDS, type ServiceStep, type StepKind } from '../../contract/connections/service.ts'
import { decoded, FLAG, prepared, runBatch, type Given, type GivenAll } from '../../db/d1-batch.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { serviceName, setterName, stepName } from '../../engine/filter/service-names.ts'
import { cardQueries, isListed, toCards } from './applet-cards.ts'
import { isPopularWith } from './popular-applets.ts'

/** The public lists, each in one round trip. */

const HOME_CARDS = 12
const APPLETS_PER_PAGE = 24

/** "Popular services on {product}" and top Applets (§2.1 Signed-out visitor). */
export async function readHome(ctx: Ctx): Promise<Home> {
  return readPopular(ctx, { services: HOME_CARDS, applets: HOME_CARDS })
}

type Limits = { services: number; applets: number }

/** The most popular services and the most used Applets: all of what is published, from the top. */
export async function readPopular({ db }: Ctx, limits: Limits): Promise<Home> {
  const [serviceRows, rows, found] = await runBatch(db, popularQueries(db, limits))
  return { services: serviceRows.map(toService), applets: toCards(rows, found) }
}

const popularQueries = prepared(
  (db, limits: GivenAll<Limits>) =>
    [
      decoded(
        db
          .select()
          .from(services)
          .where(eq(services.published, true))
          .orderBy(desc(services.popularity), asc(services.module_name))
          .limit(limits.services),
        getTableColumns(services),
      ),
      ...cardQueries(db, { where: isListed, limit: limits.applets }),
    ] as const,
)

/** Every published service, the most popular first. */
export async function listServices({ db }: Ctx): Promise<ServiceDirectory> {
  const [rows] = await runBatch(db, directoryQueries(db, {}))
  const stepKindsOf = (kinds: string | null) => STEP_KINDS.filter((kind) => kinds?.split(',').includes(kind))
  return { services: rows.map(({ kinds, ...service }) => ({ ...toService(service), step_kinds: stepKindsOf(kinds) })) }
}

const directoryQueries = prepared(
  (db) =>
    [
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
    ] as const,
)

/** Throws `not_found` if the service is unknown or not published. */
export async function readService(ctx: Ctx, module_name: string): Promise<ServicePage> {
  const { db } = ctx
  const [[service], steps, rows, found] = await runBatch(db, servicePageQueries(db, { module_name }))
  if (!service) throw new AppError('not_found')
  const { terms_url, credit } = service
  return {
    service: toService(service),
    ways: waysToConnect(ctx, service),
    terms_url,
    credit,
    steps: steps.map(toStep),
    applets: toCards(rows, found),
  }
}

const servicePageQueries = prepared(
  (db, { module_name }: GivenAll<{ module_name: string }>) =>
    [
      serviceQuery(db, module_name),
      db
        .select()
        .from(service_steps)
        .where(eq(service_steps.module_name, module_name))
        .orderBy(asc(service_steps.name)),
      ...popularCards(db, eq(service_steps.module_name, module_name)),
    ] as const,
)

type StepAddress = { module_name: string; kind: StepKind; slug: string }

/** Throws `not_found` if the step is unknown or its service is not published (§2.2). */
export async function readStep({ db }: Ctx, address: StepAddress): Promise<StepPage> {
  const [[service], [step], fields, ingredients, rows, found] = await runBatch(db, stepPageQueries(db, address))
  if (!service || !step) throw new AppError('not_found')
  const name = `${serviceName(service.short_name)}.${stepName(step.slug)}`
  return {
    service: toService(service),
    step: toStep(step),
    fields: fields.map(({ slug, ...field }) => ({ ...field, filter_name: fieldInFilter(step.kind, name, slug) })),
    ingredients: ingredients.map(({ slug, ...each }) => ({
      ...each,
      filter_name: ingredientInFilter(step.kind, name, slug),
    })),
    applets: toCards(rows, found),
  }
}

/** Filter code reads the fields of no step, and sets those of actions. */
function fieldInFilter(kind: StepKind, name: string, slug: string): string | null {
  return kind === 'action' ? `${name}.${setterName(slug)}(text)` : null
}

/** A query answers with rows. */
function ingredientInFilter(kind: StepKind, name: string, slug: string): string {
  return kind === 'query' ? `${name}[0].${slug}` : `${name}.${slug}`
}

const stepPageQueries = prepared((db, { module_name, kind, slug }: GivenAll<StepAddress>) => {
  const isStep = and(
    eq(service_steps.module_name, module_name),
    eq(service_steps.kind, kind),
    eq(service_steps.slug, slug),
  )
  return [
    serviceQuery(db, module_name),
    db.select().from(service_steps).where(isStep),
    decoded(
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
    db
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
  ] as const
})

function popularCards(db: Ctx['db'], steps: SQL | undefined) {
  return cardQueries(db, { where: isPopularWith(steps, APPLETS_PER_PAGE), limit: APPLETS_PER_PAGE })
}

function serviceQuery(db: Ctx['db'], module_name: Given<string>) {
  const query = db
    .select()
    .from(services)
    .where(and(eq(services.module_name, module_name), eq(services.published, true)))
  return decoded(query, getTableColumns(services))
}

/** A step without what only the database needs. */
export function toStep({ kind, slug, name, description, module_name }: typeof service_steps.$inferSelect): ServiceStep {
  return { kind, slug, name, description, module_name }
}
