import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import type { ServiceStep } from '../../contract/applets/applet-document.ts'
import { stepsOfKind, stepsOfServices } from '../../contract/applets/step-list.ts'
import { STEP_SEGMENTS } from '../../contract/connections/service.ts'
import { applet_versions } from '../../db/schema/applets.ts'
import { service_steps, services, step_fields } from '../../db/schema/connections.ts'
import type { PublicRows } from './applet-queries.ts'
import { keepsVersion } from './applet-status.ts'
import type { ViewerRows } from './viewer-queries.ts'

/**
 * Reads an Applet's rows as this viewer may see them. Of one that its author took back, everyone else sees the name and
 * texts that it had then; who has it sees the version that they run, in two more round trips. The author's later
 * changes are private.
 */
export async function rowsForViewer({ db }: Ctx, rows: PublicRows, viewer: ViewerRows): Promise<PublicRows> {
  const [[row], ...parts] = rows
  const [[actor], [enablement], , , [own]] = viewer
  if (!row || !actor || !keepsVersion(row, actor.user.id)) return rows
  const seen = { ...row, ...row.public_face }
  const features = parts[3]
  // Who has just removed it sees nothing more of it.
  if (!enablement) return [[{ ...seen, filter_code: null, actions_delay: 0 }], [], [], [], features]
  const { applet_id, version } = enablement
  if ((own?.newest_version ?? 0) <= version) return [[seen], ...parts]
  const [kept] = await db
    .select({ doc: applet_versions.doc })
    .from(applet_versions)
    .where(and(eq(applet_versions.applet_id, applet_id), eq(applet_versions.version, version)))
  // Without its version nothing of it runs.
  const all = kept?.doc.steps ?? []
  const steps = stepsOfServices(all)
  const ids = sql`(select value from json_each(${JSON.stringify(steps.map(stepIdOf))}))`
  const modules = [...new Set(steps.map(({ module_name }) => module_name))]
  const [known, serviceRows, fieldRows] = await db.batch([
    db
      .select()
      .from(service_steps)
      .where(sql`${service_steps.id} in ${ids}`),
    db.select().from(services).where(inArray(services.module_name, modules)),
    db
      .select()
      .from(step_fields)
      .where(sql`${step_fields.step_id} in ${ids}`)
      .orderBy(asc(step_fields.position)),
  ])
  const stepRows = steps.flatMap((step, place) => {
    const step_id = stepIdOf(step)
    const found = known.find((each) => each.id === step_id)
    if (!found) return []
    const { id: position, account_slot, fields, feature, module_name, kind, slug } = step
    const { name, description } = found
    return [{ step_id, position, place, account_slot, fields, feature, module_name, kind, slug, name, description }]
  })
  const filter_code = stepsOfKind(all, 'filter')[0]?.code ?? null
  const actions_delay = stepsOfKind(all, 'wait')[0]?.seconds ?? 0
  return [[{ ...seen, filter_code, actions_delay }], stepRows, serviceRows, fieldRows, features]
}

function stepIdOf({ module_name, kind, slug }: ServiceStep): string {
  return `${module_name}/${STEP_SEGMENTS[kind]}/${slug}`
}
