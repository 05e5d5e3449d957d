import { makeDocument, type AppletDocument, type CatalogedStep } from '../../../contract/applets/applet-document.ts'
import { labelsOf } from '../../../contract/applets/choice-label.ts'
import { FILTER_ID, stepsOfServices, WAIT_ID } from '../../../contract/applets/step-list.ts'
import { stepIdOf } from '../../../contract/connections/service.ts'
import type { AppletDraft, DraftStep, DraftView } from '../../../contract/drafts/draft.ts'
import type { MadeApplet } from '../../../db/applets/applets-of-drafts.ts'
import type { Ctx } from '../../../system/context/context.ts'
import type { FieldRow } from '../../../db/applets/drafts.ts'
import type { ReadDraft } from '../view/draft-view.ts'
import { compileCode } from '../view/filter-code.ts'
import { keyOfStep, type LoadedDraft } from '../view/load-draft.ts'
import type { ResolvedStep } from '../view/resolved-step.ts'

/** The Applet that a draft becomes, and which addresses start it. */
type AppletOfDraft = MadeApplet & { has_webhook: boolean; has_mail: boolean }

/**
 * The Applet that a draft makes. Steps that are missing or withdrawn are left out. `last_id`: the highest that a step of
 * any version of the edited Applet has had.
 */
export async function appletOfDraft(
  ctx: Pick<Ctx, 'filterCompiler'>,
  loaded: LoadedDraft,
  { view, resolved }: ReadDraft,
  last_id = -1,
): Promise<AppletOfDraft> {
  const { doc, applet } = loaded
  const placed = placeSteps(resolved, applet?.newest.doc, last_id)
  const name = doc.name ?? view.proposed_name
  const trigger = placed.find(({ kind }) => kind === 'trigger')
  const startsWith = (module_name: string) => trigger?.step.module_name === module_name
  return {
    name: name.trim(),
    brand_color: trigger?.service.brand_color ?? '#222222',
    document: makeDocument((await Promise.all(doc.steps.map((step) => stepsOf(ctx, step, placed, view)))).flat()),
    own: {
      fields: Object.assign({}, ...placed.map(ownFields)),
      labels: Object.assign({}, ...placed.map((each) => labelsOf(each.step.labels, ownFields(each), slugOf))),
    },
    has_webhook: startsWith('webhooks'),
    has_mail: startsWith('email'),
  }
}

/** What the document has of a row: one step, or none of a filter without code and of a service's step that is gone. */
async function stepsOf(
  ctx: Pick<Ctx, 'filterCompiler'>,
  row: AppletDraft['steps'][number],
  placed: readonly PlacedStep[],
  { filter_code: code }: DraftView,
): Promise<Parameters<typeof makeDocument>[0]> {
  switch (row.kind) {
    case 'trigger':
    case 'query':
    case 'action':
      return placed.filter(({ step }) => step.key === row.key).map(toChosen)
    case 'filter':
      return code === null ? [] : [{ id: FILTER_ID, kind: row.kind, code, compiled: await compileCode(ctx, code) }]
    case 'wait':
      return [{ id: WAIT_ID, kind: row.kind, seconds: row.seconds }]
  }
}

function toChosen({ id, kind, step, service, fields }: PlacedStep): CatalogedStep {
  const { module_name, slug, account_slot, labels } = step
  const { connect_kind, minimum_tier } = service
  const own = { id, kind, module_name, slug, account_slot, feature: null, fields: fixedFields(step, fields), labels }
  return { ...own, connect_kind, minimum_tier, step_fields: fields }
}

type KnownStep = ResolvedStep & { service: NonNullable<ResolvedStep['service']> }
type PlacedStep = KnownStep & { id: number }

function isKnown(step: ResolvedStep): step is KnownStep {
  return step.row !== null && step.service !== null
}

/**
 * An id names one step for as long as the Applet lives, wherever the step is moved: its users' values and what its runs
 * have done are kept under it. Another service's step in its place is another step.
 */
function placeSteps(
  resolved: readonly ResolvedStep[],
  before: AppletDocument | undefined,
  last_id: number,
): PlacedStep[] {
  const known = stepsOfServices(before?.steps ?? [])
  let next = Math.max(last_id, ...known.map(({ id }) => id)) + 1
  return resolved.filter(isKnown).map((own) => {
    const same = known.find(
      (each) => own.step.key === keyOfStep(each.id) && stepIdOf(each.kind, each) === stepIdOf(own.kind, own.step),
    )
    return { ...own, id: same ? same.id : next++ }
  })
}

/** The author's values of the fields that users are not asked for; an absent one takes its default for good. */
function fixedFields(step: DraftStep, fields: readonly FieldRow[]): Record<string, string> {
  const fixed = fields.filter((field) => !isAsked(step, field))
  return Object.fromEntries(fixed.map((field) => [field.slug, valueOf(step, field) ?? field.default_value ?? '']))
}

function ownFields({ id, step, fields }: PlacedStep): Record<string, string> {
  const own = fields.flatMap((field): [string, string][] => {
    const value = isAsked(step, field) ? valueOf(step, field) : undefined
    const isKept = value || (value === '' && field.default_value !== null)
    return isKept && value !== undefined ? [[`${id}.${field.slug}`, value]] : []
  })
  return Object.fromEntries(own)
}

function slugOf(key: string): string {
  return key.slice(key.indexOf('.') + 1)
}

/** Each user has a secret of their own, so that none is in the Applet. */
function isAsked(step: DraftStep, { slug, type }: FieldRow): boolean {
  return type === 'secret' || step.asked.includes(slug)
}

function valueOf(step: DraftStep, { slug, type }: FieldRow): string | undefined {
  const value = Object.hasOwn(step.fields, slug) ? step.fields[slug] : undefined
  return type === 'textarea' ? value : value?.trim()
}
