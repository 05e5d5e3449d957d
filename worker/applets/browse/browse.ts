import { toService } from '../../connections/accounts/published-services.ts'
import type { Ctx } from '../../system/context/context.ts'
import { waysToConnect } from '../../connections/oauth/ways-to-connect.ts'
import type { Home, ServiceDirectory, ServicePage, StepPage } from '../../contract/applets/browse.ts'
import { STEP_KINDS, type CatalogStep, type StepKind } from '../../contract/connections/service.ts'
import {
  readDirectoryRows,
  readPopularRows,
  readServicePageRows,
  readStepPageRows,
  type StepAddress,
} from '../../db/applets/lists/public-pages.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { stepWords } from '../../services/find-step-file.ts'
import { loadServices } from '../../services/known-services.ts'
import { isServiceOff } from '../../services/service-switch.ts'
import { serviceName, setterName, stepName } from '../../engine/filter/service-names.ts'

/** The public lists, each in one round trip. */

const HOME_CARDS = 12

/** "Popular services on {product}" and top Applets (§2.1 Signed-out visitor). */
export async function readHome(ctx: Ctx): Promise<Home> {
  return readPopular(ctx, { services: HOME_CARDS, applets: HOME_CARDS })
}

/** The most popular services and the most used Applets: all of what is published, from the top. */
export async function readPopular(ctx: Ctx, limits: { services: number; applets: number }): Promise<Home> {
  const { services, applets } = await readPopularRows(ctx, limits)
  return { services: services.map(toService), applets }
}

/** Every published service, the most popular first. */
export async function listServices(ctx: Ctx): Promise<ServiceDirectory> {
  const rows = await readDirectoryRows(ctx)
  const stepKindsOf = (kinds: string | null) => STEP_KINDS.filter((kind) => kinds?.split(',').includes(kind))
  return { services: rows.map(({ kinds, ...service }) => ({ ...toService(service), step_kinds: stepKindsOf(kinds) })) }
}

/** Throws `not_found` if the service is unknown or not published. */
export async function readService(ctx: Ctx, module_name: string): Promise<ServicePage> {
  const [{ service, steps, applets }, is_stopped] = await Promise.all([
    readServicePageRows(ctx, module_name),
    isServiceOff(ctx, module_name),
  ])
  if (!service) throw new AppError('not_found')
  await loadServices(ctx, [module_name])
  const { terms_url, credit } = service
  return {
    service: toService(service),
    is_stopped,
    ways: waysToConnect(ctx, service),
    terms_url,
    credit,
    steps: steps.map((step) => ({ ...toStep(step), phrase: stepWords(step).phrase })),
    applets,
  }
}

/** Throws `not_found` if the step is unknown or its service is not published (§2.2). */
export async function readStep(ctx: Ctx, address: StepAddress): Promise<StepPage> {
  const { service, step, fields, ingredients, applets } = await readStepPageRows(ctx, address)
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
    applets,
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

/** A step without what only the database needs. */
export function toStep({ kind, slug, name, description, module_name }: CatalogStep): CatalogStep {
  return { kind, slug, name, description, module_name }
}
