import { lte } from 'drizzle-orm'
import { compileFilter } from '../../worker/engine/filter/check/compile-filter.ts'
import { applet_versions, applets as appletsTable, configurations } from '../../worker/db/schema/applets.ts'
import type { Db } from '../../worker/system/d1/client.ts'
import { writesOfVersion } from '../../worker/db/applets/applet-versions.ts'
import { makeDocuments, type GivenDocument } from '../../worker/db/applets/catalog-documents.ts'
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
  const { applet_id, version } = applet_versions
  const versions = await db.select().from(applet_versions).where(lte(applet_id, demoApplets.length)).orderBy(version)
  const newest = new Map(versions.map((each) => [each.applet_id, each]))
  const [first, ...rest] = documents.flatMap((doc, index) => {
    const before = newest.get(index + 1)
    if (JSON.stringify(before?.doc) === JSON.stringify(doc)) return []
    return writesOfVersion(db, { applet_id: index + 1, version: (before?.version ?? 0) + 1, doc, created_at: now })
  })
  if (first) await db.batch([first, ...rest])
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
