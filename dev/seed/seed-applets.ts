import { compileFilter } from '../../worker/engine/filter/check/compile-filter.ts'
import { applets as appletsTable, configurations } from '../../worker/db/schema/applets.ts'
import type { Db } from '../../worker/system/d1/client.ts'
import {
  makeDocuments,
  readNewest,
  writeNextVersion,
  type GivenDocument,
} from '../../worker/db/applets/catalog-documents.ts'
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
  const documents = await makeDocuments(db, { compileFilter }, demoApplets.map(documentOf))
  await inBatches(
    db,
    demoApplets.flatMap((applet, index) => [
      writeApplet(db, applet, index + 1, now),
      ...writeConfigurations(db, applet, index + 1),
    ]),
  )
  for (const [index, doc] of documents.entries()) {
    const newest = await readNewest(db, { id: index + 1 })
    if (JSON.stringify(newest?.doc) !== JSON.stringify(doc)) await writeNextVersion(db, { id: index + 1 }, doc, now)
  }
}

function documentOf({ steps, filter_code, actions_delay, configurations: features = [] }: DemoApplet): GivenDocument {
  return {
    steps: steps.map(({ step, ...own }) => ({ step: { id: step }, ...own })),
    filter_code,
    actions_delay,
    features: features.map(({ slug, required = false, fields = [] }) => ({ slug, required, fields })),
  }
}

/** Writes the author's content each time, but counts and publishing only once, because use changes them. */
function writeApplet(db: Db, applet: DemoApplet, id: number, now: number) {
  const { steps, filter_code: _code, actions_delay: _wait, configurations: _features, ...rest } = applet
  const { published = true, enabled_count, run_count, ...given } = rest
  const content = {
    ...given,
    brand_color: colorOf(steps[0]?.step),
    config_type: applet.config_type ?? ('static' as const),
    author_id: AUTHOR,
    applet_type: applet.applet_type ?? null,
    show_app_modal: applet.show_app_modal ?? false,
    updated_at: now,
  }
  const created_at = now - (400 - 11 * id) * DAY
  const row = { id, ...content, created_at, enabled_count, run_count, published_at: published ? created_at : null }
  return db.insert(appletsTable).values(row).onConflictDoUpdate({ target: appletsTable.id, set: content })
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
  const service = serviceDefinitions().find((each) => step?.startsWith(`${each.id}/`))
  if (!service) throw new Error(`There is no service for the step ${step}.`)
  return service.color
}
