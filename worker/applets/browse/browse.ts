import { and, asc, desc, eq, type SQL } from 'drizzle-orm'
import { toService } from '../../connections/find-service.ts'
import { service_steps, services, step_fields } from '../../db/schema/connections.ts'
import type { Ctx } from '../../context/context.ts'
import type { Explore, Home, ServicePage, StepPage } from '../../contract/applets/browse.ts'
import type { ServiceStep, StepKind } from '../../contract/connections/service.ts'
import { prepareOnce, type Given, type GivenAll } from '../../db/prepare-once.ts'
import { AppError } from '../../errors/app-error.ts'
import { cardQueries, isPublished, withServices } from './applet-cards.ts'
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
export async function readPopular({ db }: Ctx, limits: Limits): Promise<Explore> {
  const [serviceRows, rows, found] = await db.batch(popularQueries(db, limits))
  return { services: serviceRows.map(toService), applets: withServices(rows, found) }
}

const popularQueries = prepareOnce(
  (db, limits: GivenAll<Limits>) =>
    [
      db
        .select()
        .from(services)
        .where(eq(services.published, true))
        .orderBy(desc(services.popularity), asc(services.module_name))
        .limit(limits.services),
      ...cardQueries(db, { where: isPublished, limit: limits.applets }),
    ] as const,
)

/** Throws `not_found` if the service is unknown or not published. */
export async function readService({ db }: Ctx, module_name: string): Promise<ServicePage> {
  const [[service], steps, rows, found] = await db.batch(servicePageQueries(db, { module_name }))
  if (!service) throw new AppError('not_found')
  const { terms_url, credit } = service
  return {
    service: toService(service),
    terms_url,
    credit,
    steps: steps.map(toStep),
    applets: withServices(rows, found),
  }
}

const servicePageQueries = prepareOnce(
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
  const [[service], [step], fields, rows, found] = await db.batch(stepPageQueries(db, address))
  if (!service || !step) throw new AppError('not_found')
  return { service: toService(service), step: toStep(step), fields, applets: withServices(rows, found) }
}

const stepPageQueries = prepareOnce((db, { module_name, kind, slug }: GivenAll<StepAddress>) => {
  const isStep = and(
    eq(service_steps.module_name, module_name),
    eq(service_steps.kind, kind),
    eq(service_steps.slug, slug),
  )
  return [
    serviceQuery(db, module_name),
    db.select().from(service_steps).where(isStep),
    db
      .select({ label: step_fields.label, hint: step_fields.hint, required: step_fields.required })
      .from(step_fields)
      .innerJoin(service_steps, eq(service_steps.id, step_fields.step_id))
      .where(isStep)
      .orderBy(asc(step_fields.position)),
    ...popularCards(db, isStep),
  ] as const
})

function popularCards(db: Ctx['db'], steps: SQL | undefined) {
  return cardQueries(db, { where: isPopularWith(steps, APPLETS_PER_PAGE), limit: APPLETS_PER_PAGE })
}

function serviceQuery(db: Ctx['db'], module_name: Given<string>) {
  return db
    .select()
    .from(services)
    .where(and(eq(services.module_name, module_name), eq(services.published, true)))
}

function toStep({ kind, slug, name, description, module_name }: typeof service_steps.$inferSelect): ServiceStep {
  return { kind, slug, name, description, module_name }
}
