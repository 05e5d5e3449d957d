import { stepIdOf } from '../../../contract/connections/service.ts'
import type { Ctx } from '../../../system/context/context.ts'
import { appletName } from '../../../contract/applets/applet-input.ts'
import { SECRET_KEPT } from '../../../contract/applets/field-values.ts'
import { stepsOfKind } from '../../../contract/applets/step-list.ts'
import { mapSteps } from '../../../contract/drafts/change-draft.ts'
import { triggerOf, whenOf } from '../../../contract/drafts/draft-steps.ts'
import type { AppletDraft, DraftProblem, DraftView } from '../../../contract/drafts/draft.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import type { Needs } from '../../../contract/enablement/enablement-rules.ts'
import { nameOfDocument, nameOfDraft } from '../../sentences/name-applet.ts'
import { isSealedSecret } from '../../../system/secrets/field-secret.ts'
import { servicesStopped } from '../../../services/service-switch.ts'
import { loadServices } from '../../../services/known-services.ts'
import type { Catalog, LoadedDraft } from './load-draft.ts'
import { needsOfDraft, partRules, rulesOfDraft } from './draft-rules.ts'
import { filterCodeOf, filterProblems } from './filter-code.ts'
import { resolveSteps, type ResolvedStep } from './resolved-step.ts'
import { toStepView } from './step-view.ts'

/** A draft that was read: its page's view, and the parts that Create needs. */
export type ReadDraft = { view: DraftView; resolved: ResolvedStep[]; needs: Needs }

/** The draft as its author's page shows it: states, problems at their places, and what the plan says. */
export async function toDraftView(ctx: Ctx, loaded: LoadedDraft): Promise<ReadDraft> {
  const { doc, catalog, actor, accounts, stored, applet } = loaded
  const used = [...catalog.services.keys()]
  const [stopped] = await Promise.all([servicesStopped(ctx, used), loadServices(ctx, used)])
  const resolved = resolveSteps(doc, catalog)
  const steps = resolved.map((own) => toStepView(resolved, own, { actor, accounts, stopped }))
  const when = whenOf(doc)
  const filter_code = filterCodeOf(when, resolved)
  const needs = needsOfDraft(resolved, filter_code !== null)
  const problems = [
    ...rowProblems(doc),
    ...steps.flatMap((each) => each.problems),
    ...(await filterProblems(ctx, when, filter_code, resolved)),
    ...nameProblems(doc.name),
  ]
  const rules = rulesOfDraft(loaded, needs)
  const view: DraftView = {
    id: stored?.id ?? null,
    version: stored?.version ?? 0,
    updated_at: stored?.updated_at ?? null,
    applet: applet && {
      id: applet.row.id,
      friendly_id: applet.row.friendly_id,
      name: applet.row.name,
      config_type: applet.row.config_type,
      published: applet.row.published_at !== null,
    },
    doc: withoutSecrets(doc, catalog),
    proposed_name: nameOf(doc, applet),
    steps: steps.map((each) => each.view),
    filter_code,
    problems,
    complete: problems.length === 0 && !rules.block_user,
    rules,
    part_rules: partRules(loaded),
  }
  return { view, resolved, needs }
}

/** A name that its author never typed follows the steps, until others know the Applet by it. */
function nameOf(doc: AppletDraft, applet: LoadedDraft['applet']): string {
  if (applet && (applet.row.published_at !== null || applet.row.name !== nameOfDocument(applet.newest.doc)))
    return applet.row.name
  return nameOfDraft(doc)
}

function rowProblems(doc: AppletDraft): DraftProblem[] {
  const missing = (step: string, message: string) => ({ step, field: null, line: null, message })
  return [
    ...(triggerOf(doc) ? [] : [missing('trigger', SENTENCES.draft_needs_trigger)]),
    ...(stepsOfKind(doc.steps, 'action').length > 0 ? [] : [missing('action', SENTENCES.draft_needs_action)]),
  ]
}

function nameProblems(name: string | null): DraftProblem[] {
  const checked = name === null ? null : appletName.safeParse(name)
  if (!checked || checked.success) return []
  const [issue] = checked.error.issues
  return [{ step: 'name', field: null, line: null, message: issue?.message ?? SENTENCES.unusable_characters }]
}

/** No page gets a secret. Of a step that the catalog no longer has, sealed values are known by how they begin. */
function withoutSecrets(doc: AppletDraft, { fields }: Catalog): AppletDraft {
  return mapSteps(doc, (step) => {
    const types = new Map(fields.get(stepIdOf(step.kind, step))?.map(({ slug, type }) => [slug, type]))
    const shown = Object.entries(step.fields).map(([slug, value]) => {
      const type = types.get(slug)
      const isSecret = type === 'secret' || (type === undefined && isSealedSecret(value))
      return [slug, isSecret && value !== '' ? SECRET_KEPT : value]
    })
    return { ...step, fields: Object.fromEntries(shown) }
  })
}
