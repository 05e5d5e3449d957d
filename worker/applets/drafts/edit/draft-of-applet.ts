import type { AppletDocument, ServiceStep } from '../../../contract/applets/applet-document.ts'
import { stepsOfKind } from '../../../contract/applets/step-list.ts'
import { stepIdOf, type StepKind } from '../../../contract/connections/service.ts'
import { codeToConditions } from '../../../contract/drafts/conditions-code.ts'
import { draftSteps } from '../../../contract/drafts/draft-steps.ts'
import { EMPTY_DRAFT, type AppletDraft, type DraftWhen } from '../../../contract/drafts/draft.ts'
import { isSealedSecret } from '../../../system/secrets/field-secret.ts'
import { keyOfStep, type Catalog } from '../view/load-draft.ts'

type Source = {
  name: string
  document: AppletDocument
  /** The author's own values of the fields that the Applet asks its users for, keyed "{id}.{slug}". */
  own_fields: Record<string, string>
  pace: Pick<AppletDraft, 'min_gap' | 'quiet'>
}

/** The draft that would make this Applet again. Each step's key names the id that it has there. */
export function draftOfApplet({ name, document, own_fields, pace }: Source, catalog: Catalog): AppletDraft {
  const fieldsOf = (step: ServiceStep) => catalog.fields.get(stepIdOf(step.kind, step)) ?? []
  const ofKind = <Kind extends StepKind>(kind: Kind) =>
    stepsOfKind(document.steps, kind).map((step: ServiceStep) => {
      const { id, module_name, slug, account_slot, fields } = step
      const asked = fieldsOf(step).flatMap((field) => (Object.hasOwn(fields, field.slug) ? [] : [field.slug]))
      const own = asked.flatMap((field): [string, string][] => {
        const value = own_fields[`${id}.${field}`]
        return value === undefined ? [] : [[field, value]]
      })
      const given = { ...fields, ...Object.fromEntries(own) }
      return { kind, key: keyOfStep(id), module_name, slug, account_slot, fields: given, asked, guessed: false }
    })
  const [trigger = null] = ofKind('trigger')
  const when = whenOf(stepsOfKind(document.steps, 'filter')[0]?.code)
  const wait = stepsOfKind(document.steps, 'wait')[0]?.seconds ?? 0
  return {
    name,
    steps: draftSteps({ trigger, queries: ofKind('query'), when, wait, actions: ofKind('action') }),
    ...pace,
  }
}

/** Copies what anybody may have of an Applet: no secret of its author. */
export function copyOfApplet({ name, document }: Pick<Source, 'name' | 'document'>, catalog: Catalog): AppletDraft {
  const { min_gap, quiet } = EMPTY_DRAFT
  const steps = document.steps.map((step) =>
    'fields' in step ? { ...step, fields: withoutSealed(step, catalog) } : step,
  )
  return draftOfApplet({ name, document: { ...document, steps }, own_fields: {}, pace: { min_gap, quiet } }, catalog)
}

function withoutSealed({ fields, kind, ...step }: ServiceStep, catalog: Catalog): Record<string, string> {
  const secrets = catalog.fields.get(stepIdOf(kind, step))?.filter(({ type }) => type === 'secret') ?? []
  const isSecret = (slug: string, value: string) => isSealedSecret(value) || secrets.some((each) => each.slug === slug)
  return Object.fromEntries(Object.entries(fields).filter(([slug, value]) => !isSecret(slug, value)))
}

function whenOf(code: string | undefined): DraftWhen {
  return code === undefined ? { kind: 'always' } : (codeToConditions(code) ?? { kind: 'code', code })
}
