import { desc, eq, getTableColumns, sql, type SQLWrapper } from 'drizzle-orm'
import { makeDocument, type AppletDocument, type CatalogedStep } from '../../contract/applets/applet-document.ts'
import { FILTER_ID, stepsOfKind, WAIT_ID } from '../../contract/applets/step-list.ts'
import { decoded, runNamed } from '../d1-batch.ts'
import { writesOfVersion } from './applet-versions.ts'
import { applet_versions } from '../schema/applets.ts'
import { service_steps, services, step_fields } from '../schema/connections.ts'
import type { FilterCompiler } from '../../system/runner-api/filter-compiler.ts'
import type { Db } from '../../system/d1/client.ts'

/** A step by its id in the catalog. It may fix some of its fields, use another account or belong to a feature. */
export type GivenStep = {
  step: { id: string }
  fields?: Record<string, string>
  account_slot?: number
  feature?: string | null
}

/** An Applet's document as the demo, the bench and tests tell it, which make Applets without a draft. */
export type GivenDocument = {
  steps: readonly GivenStep[]
  filter_code?: string | null | undefined
  /** Seconds. */
  actions_delay?: number | undefined
  features?: AppletDocument['features']
}

/** Makes the documents with what the catalog has of their steps. Throws for a step that it lacks. */
export async function makeDocuments(
  db: Db,
  compiler: FilterCompiler,
  given: readonly GivenDocument[],
): Promise<AppletDocument[]> {
  const ids = JSON.stringify(given.flatMap(({ steps }) => steps.map(({ step }) => step.id)))
  const isUsed = (id: SQLWrapper) => sql`${id} in (select value from json_each(${ids}))`
  const { id, kind, module_name, slug } = service_steps
  const { connect_kind, minimum_tier } = services
  const { rows, fields } = await runNamed(db, {
    rows: db
      .select({ id, kind, module_name, slug, connect_kind, minimum_tier })
      .from(service_steps)
      .innerJoin(services, eq(services.module_name, module_name))
      .where(isUsed(id)),
    fields: decoded(
      db.select().from(step_fields).where(isUsed(step_fields.step_id)).orderBy(step_fields.position),
      getTableColumns(step_fields),
    ),
  })
  const chosen = (
    { step, fields: fixed = {}, account_slot = 0, feature = null }: GivenStep,
    at: number,
  ): CatalogedStep => {
    const row = rows.find((each) => each.id === step.id)
    if (!row) throw new Error(`The catalog has no step ${step.id}.`)
    const own = { id: at, account_slot, feature, fields: fixed }
    return { ...row, ...own, step_fields: fields.filter(({ step_id }) => step_id === step.id) }
  }
  const made = given.map(async ({ steps, filter_code = null, actions_delay = 0, features = [] }) => {
    const all = steps.map(chosen)
    const before = all.filter((step) => step.kind !== 'action')
    const filter = filter_code === null ? [] : [await compiledFilter(compiler, filter_code)]
    const wait = actions_delay === 0 ? [] : [waitOf(actions_delay)]
    return makeDocument([...before, ...filter, ...wait, ...stepsOfKind(all, 'action')], features)
  })
  return Promise.all(made)
}

async function compiledFilter(compiler: FilterCompiler, code: string) {
  const result = await compiler.compileFilter(code)
  return { id: FILTER_ID, kind: 'filter' as const, code, compiled: result.ok ? result.filter : null }
}

function waitOf(seconds: number) {
  return { id: WAIT_ID, kind: 'wait' as const, seconds }
}

/** Writes the next version of an Applet, as its author's Save does. */
export async function writeNextVersion(
  db: Db,
  applet: { id: number },
  doc: AppletDocument,
  now: number,
): Promise<void> {
  const newest = await readNewest(db, applet)
  const version = (newest?.version ?? 0) + 1
  await db.batch(writesOfVersion(db, { applet_id: applet.id, version, doc, created_at: now }))
}

/** Changes what runs of an Applet, in its next version. */
export async function changeDocument(
  db: Db,
  applet: { id: number },
  change: (doc: AppletDocument) => AppletDocument,
): Promise<void> {
  const newest = await readNewest(db, applet)
  if (!newest) throw new Error('The Applet has no version.')
  await writeNextVersion(db, applet, change(newest.doc), newest.created_at)
}

/** With a wait before its actions. */
export function withWait(seconds: number) {
  return ({ steps, ...doc }: AppletDocument): AppletDocument => {
    const others = steps.filter(({ kind }) => kind !== 'wait')
    const at = others.findIndex(({ kind }) => kind === 'action')
    return { ...doc, steps: others.toSpliced(at, 0, waitOf(seconds)) }
  }
}

export function readNewest(db: Db, { id }: { id: number }) {
  return db
    .select()
    .from(applet_versions)
    .where(eq(applet_versions.applet_id, id))
    .orderBy(desc(applet_versions.version))
    .limit(1)
    .get()
}
