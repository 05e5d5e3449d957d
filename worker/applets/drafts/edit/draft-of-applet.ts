import type { AppletDocument, ServiceStep } from '../../../contract/applets/applet-document.ts'
import { labelsOf } from '../../../contract/applets/choice-label.ts'
import { stepIdOf } from '../../../contract/connections/service.ts'
import { codeToConditions } from '../../../contract/drafts/conditions-code.ts'
import { EMPTY_DRAFT, type AppletDraft, type DraftStep } from '../../../contract/drafts/draft.ts'
import type { OwnValues } from '../../../db/applets/enablement-writes.ts'
import { isSealedSecret } from '../../../system/secrets/field-secret.ts'
import { keyOfStep, type Catalog } from '../view/load-draft.ts'

type Source = {
  name: string
  document: AppletDocument
  /** The author's own values of the fields that the Applet asks its users for. */
  own: OwnValues
  pace: Pick<AppletDraft, 'min_gap' | 'quiet'>
}

/** The draft that would make this Applet again. Each step's key names the id that it has there. */
export function draftOfApplet({ name, document, own, pace }: Source, catalog: Catalog): AppletDraft {
  const steps = document.steps.map((step): AppletDraft['steps'][number] => {
    switch (step.kind) {
      case 'trigger':
      case 'query':
      case 'action':
        return toDraftStep(step, own, catalog)
      case 'filter':
        return { kind: step.kind, key: 'when', when: whenOf(step.code) }
      case 'wait':
        return { kind: step.kind, key: 'wait', seconds: step.seconds }
    }
  })
  return { name, steps, ...pace }
}

function toDraftStep(step: ServiceStep, own: OwnValues, catalog: Catalog): DraftStep {
  const { id, kind, module_name, slug, account_slot, fields } = step
  const keyOf = (field: string) => `${id}.${field}`
  const known = catalog.fields.get(stepIdOf(kind, step)) ?? []
  const asked = known.flatMap((field) => (Object.hasOwn(fields, field.slug) ? [] : [field.slug]))
  const values = Object.fromEntries(
    asked.flatMap((field): [string, string][] => {
      const value = own.fields[keyOf(field)]
      return value === undefined ? [] : [[field, value]]
    }),
  )
  const labels = { ...step.labels, ...labelsOf(own.labels, values, keyOf) }
  return {
    kind,
    key: keyOfStep(id),
    module_name,
    slug,
    account_slot,
    fields: { ...fields, ...values },
    ...(Object.keys(labels).length > 0 && { labels }),
    asked,
    guessed: false,
  }
}

/** Copies what anybody may have of an Applet: no secret of its author. */
export function copyOfApplet({ name, document }: Pick<Source, 'name' | 'document'>, catalog: Catalog): AppletDraft {
  const { min_gap, quiet } = EMPTY_DRAFT
  const steps = document.steps.map((step) =>
    'fields' in step ? { ...step, fields: withoutSealed(step, catalog) } : step,
  )
  return draftOfApplet(
    { name, document: { ...document, steps }, own: { fields: {}, labels: {} }, pace: { min_gap, quiet } },
    catalog,
  )
}

function withoutSealed({ fields, kind, ...step }: ServiceStep, catalog: Catalog): Record<string, string> {
  const secrets = catalog.fields.get(stepIdOf(kind, step))?.filter(({ type }) => type === 'secret') ?? []
  const isSecret = (slug: string, value: string) => isSealedSecret(value) || secrets.some((each) => each.slug === slug)
  return Object.fromEntries(Object.entries(fields).filter(([slug, value]) => !isSecret(slug, value)))
}

function whenOf(code: string) {
  return codeToConditions(code) ?? { kind: 'code' as const, code }
}
