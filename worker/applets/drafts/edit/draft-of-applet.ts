import { codeToConditions } from '../../../contract/drafts/conditions-code.ts'
import { STEP_SEGMENTS, type StepKind } from '../../../contract/connections/service.ts'
import { draftSteps } from '../../../contract/drafts/draft-steps.ts'
import { EMPTY_DRAFT, type AppletDraft, type DraftWhen } from '../../../contract/drafts/draft.ts'
import { isSealedSecret } from '../../../system/secrets/field-secret.ts'
import type { EditedStep } from '../view/draft-queries.ts'
import { keyOfPosition, type Catalog } from '../view/load-draft.ts'

type StepValues = Pick<EditedStep, 'step_id' | 'position' | 'account_slot' | 'fields'>

type Source = {
  name: string
  filter_code: string | null
  wait: number
  steps: readonly StepValues[]
  /** The author's own values of the fields that the Applet asks its users for, keyed "{id}.{slug}". */
  own_fields: Record<string, string>
  pace: Pick<AppletDraft, 'min_gap' | 'quiet'>
}

/** The draft that would make this Applet again. Each step's key names the place that it has there. */
export function draftOfApplet(source: Source, catalog: Catalog): AppletDraft {
  const { name, filter_code, wait, steps, own_fields, pace } = source
  const toStep = (step: StepValues) => {
    const row = catalog.steps.get(step.step_id)
    const open = (catalog.fields.get(step.step_id) ?? []).filter(({ slug }) => !Object.hasOwn(step.fields, slug))
    const own = open.flatMap(({ slug }): [string, string][] => {
      const value = own_fields[`${step.position}.${slug}`]
      return value === undefined ? [] : [[slug, value]]
    })
    const [module_name = '', , slug = ''] = step.step_id.split('/')
    return {
      key: keyOfPosition(step.position),
      module_name: row?.module_name ?? module_name,
      slug: row?.slug ?? slug,
      account_slot: step.account_slot,
      fields: { ...step.fields, ...Object.fromEntries(own) },
      asked: open.map((field) => field.slug),
      guessed: false,
    }
  }
  const ofKind = <Kind extends StepKind>(kind: Kind) =>
    steps
      .filter(({ step_id }) => step_id.includes(`/${STEP_SEGMENTS[kind]}/`))
      .map((step) => ({ kind, ...toStep(step) }))
  const [trigger = null] = ofKind('trigger')
  const own = { when: whenOf(filter_code), wait }
  return {
    name,
    steps: draftSteps({ trigger, queries: ofKind('query'), ...own, actions: ofKind('action') }),
    ...pace,
  }
}

/** Copies what anybody may have of an Applet: no secret of its author. */
export function copyOfApplet(source: Omit<Source, 'own_fields' | 'pace'>, catalog: Catalog): AppletDraft {
  const { min_gap, quiet } = EMPTY_DRAFT
  const steps = source.steps.map((step) => ({ ...step, fields: withoutSealed(step, catalog) }))
  return draftOfApplet({ ...source, steps, own_fields: {}, pace: { min_gap, quiet } }, catalog)
}

function withoutSealed({ step_id, fields }: StepValues, catalog: Catalog): Record<string, string> {
  const secrets = catalog.fields.get(step_id)?.filter(({ type }) => type === 'secret') ?? []
  const isSecret = (slug: string, value: string) => isSealedSecret(value) || secrets.some((each) => each.slug === slug)
  return Object.fromEntries(Object.entries(fields).filter(([slug, value]) => !isSecret(slug, value)))
}

function whenOf(code: string | null): DraftWhen {
  return code === null ? { kind: 'always' } : (codeToConditions(code) ?? { kind: 'code', code })
}
