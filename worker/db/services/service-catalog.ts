import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { OptionsAt } from '../../contract/connections/service.ts'
import type { ActorUser, Ctx, DbCtx } from '../../system/context/context.ts'
import { decoded, runNamed } from '../d1-batch.ts'
import { guardedChange } from '../operator-rows.ts'
import { applet_versions } from '../schema/applets.ts'
import { service_steps, services, step_fields, step_ingredients, type ServiceRow } from '../schema/connections.ts'

export type { ServiceRow } from '../schema/connections.ts'

export async function readServiceRow({ db }: DbCtx, module_name: string): Promise<ServiceRow | null> {
  const [row] = await db.select().from(services).where(eq(services.module_name, module_name))
  return row ?? null
}

/**
 * Notes when an operator saw a service work that is new, with the change in the operators' log, once however many press.
 * False for a service that is not new.
 */
export async function confirmServiceRow(ctx: Ctx, operator: ActorUser, module_name: string): Promise<boolean> {
  const change = {
    action: 'confirm_service',
    subject: module_name,
    before: { is_new: true },
    after: { is_new: false },
  } as const
  const isNew = and(eq(services.module_name, module_name), services.unverified, isNull(services.seen_working_at))
  const { mark, marked } = guardedChange(ctx, operator, change, { from: services, where: isNew })
  const { confirmed } = await runNamed(ctx.db, {
    mark,
    confirmed: ctx.db
      .update(services)
      .set({ seen_working_at: ctx.now() })
      .where(and(isNew, marked))
      .returning({ module_name: services.module_name }),
  })
  return confirmed.length > 0
}

/** Those of these services that are published, by module name. Asks nothing for no service. */
export async function readPublishedServices({ db }: DbCtx, names: readonly string[]): Promise<Map<string, ServiceRow>> {
  if (names.length === 0) return new Map()
  const rows = await db
    .select()
    .from(services)
    .where(and(inArray(services.module_name, [...new Set(names)]), eq(services.published, true)))
  return new Map(rows.map((row) => [row.module_name, row]))
}

/** The services with a field whose options are at this address, with where they stand in its answer. */
export async function readServicesWithOptionsAt(
  { db }: DbCtx,
  options_url: string,
): Promise<{ module_name: string; options_at: OptionsAt | null }[]> {
  return db
    .selectDistinct({ module_name: service_steps.module_name, options_at: step_fields.options_at })
    .from(step_fields)
    .innerJoin(service_steps, eq(service_steps.id, step_fields.step_id))
    .where(eq(step_fields.options_url, options_url))
}

/** These steps with their services, the names of their fields and ingredients, and the version that ran them. Asks nothing for no step. */
export async function readStepNames({ db }: DbCtx, ids: string[], of: { applet_id: number; version: number }) {
  if (ids.length === 0) return { steps: [], fields: [], ingredients: [], versions: [] }
  const { doc } = applet_versions
  const { id, name, module_name } = service_steps
  const { step_id, slug, label } = step_fields
  return runNamed(db, {
    steps: db
      .select({ id, name, service_name: sql<string>`${services.name}`.as('service_name'), icon: services.icon })
      .from(service_steps)
      .innerJoin(services, eq(services.module_name, module_name))
      .where(inArray(id, ids)),
    fields: db.select({ step_id, slug, label }).from(step_fields).where(inArray(step_id, ids)),
    ingredients: db
      .select({ step_id: step_ingredients.step_id, slug: step_ingredients.slug, name: step_ingredients.name })
      .from(step_ingredients)
      .where(inArray(step_ingredients.step_id, ids)),
    versions: decoded(
      db
        .select({ doc })
        .from(applet_versions)
        .where(and(eq(applet_versions.applet_id, of.applet_id), eq(applet_versions.version, of.version))),
      { doc },
    ),
  })
}
