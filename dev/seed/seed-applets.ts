import { and, eq, gte } from 'drizzle-orm'
import { applet_steps, applets as appletsTable, configurations } from '../../worker/db/schema/applets.ts'
import type { Db } from '../../worker/system/d1/client.ts'
import type { DemoApplet } from './demo-applets/demo-applet.ts'
import { inBatches } from './write-in-batches.ts'
import { builtInApplets } from './demo-applets/built-in-demo-applets.ts'
import { moreApplets } from './demo-applets/more-demo-applets.ts'
import { namedApplets } from './demo-applets/named-demo-applets.ts'
import { AUTHOR } from './demo-people.ts'
import { serviceDefinitions } from '../../worker/services/service-registry.ts'
import { DAY } from '../../worker/contract/shared/durations.ts'

/** Ids are 1, 2, … in this order. */
export const demoApplets: DemoApplet[] = [...namedApplets, ...moreApplets, ...builtInApplets]

export function appletId(friendly_id: string): number {
  const index = demoApplets.findIndex((applet) => applet.friendly_id === friendly_id)
  if (index < 0) throw new Error(`There is no demo Applet ${friendly_id}.`)
  return index + 1
}

export async function seedApplets(db: Db, now: number): Promise<void> {
  await inBatches(
    db,
    demoApplets.flatMap((applet, index) => [
      writeApplet(db, applet, index + 1, now),
      ...writeSteps(db, applet, index + 1),
      ...writeConfigurations(db, applet, index + 1),
    ]),
  )
}

/** Writes the author's content each time, but counts and publishing only once, because use changes them. */
function writeApplet(db: Db, applet: DemoApplet, id: number, now: number) {
  const { steps, configurations: _features, published = true, enabled_count, run_count, ...given } = applet
  const content = {
    ...given,
    brand_color: colorOf(steps[0]?.step),
    config_type: applet.config_type ?? ('static' as const),
    author_id: AUTHOR,
    actions_delay: applet.actions_delay ?? 0,
    filter_code: applet.filter_code ?? null,
    applet_type: applet.applet_type ?? null,
    show_app_modal: applet.show_app_modal ?? false,
    updated_at: now,
  }
  const created_at = now - (400 - 11 * id) * DAY
  const row = { id, ...content, created_at, enabled_count, run_count, published_at: published ? created_at : null }
  return db.insert(appletsTable).values(row).onConflictDoUpdate({ target: appletsTable.id, set: content })
}

function writeSteps(db: Db, applet: DemoApplet, applet_id: number) {
  const target = [applet_steps.applet_id, applet_steps.position]
  return [
    db
      .delete(applet_steps)
      .where(and(eq(applet_steps.applet_id, applet_id), gte(applet_steps.position, applet.steps.length))),
    ...applet.steps.map(({ step, fields = {}, account_slot = 0, feature = null }, position) => {
      const content = { step_id: step, fields, account_slot, configuration_slug: feature }
      const row = { applet_id, position, ...content }
      return db.insert(applet_steps).values(row).onConflictDoUpdate({ target, set: content })
    }),
  ]
}

function writeConfigurations(db: Db, applet: DemoApplet, applet_id: number) {
  const target = [configurations.applet_id, configurations.slug]
  return (applet.configurations ?? []).map((feature, position) => {
    const row = { applet_id, position, ...feature, fields: feature.fields ?? [] }
    return db.insert(configurations).values(row).onConflictDoUpdate({ target, set: row })
  })
}

/** An Applet takes the color of the service that starts it. */
function colorOf(step: string | undefined): string {
  const service = serviceDefinitions.find((each) => step?.startsWith(`${each.module_name}/`))
  if (!service) throw new Error(`There is no service for the step ${step}.`)
  return service.brand_color
}
