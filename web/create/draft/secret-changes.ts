import { SECRET_KEPT } from '../../../worker/contract/applets/field-values.ts'
import { stepsOfDraft } from '../../../worker/contract/drafts/change-draft.ts'
import type { AppletDraft, DraftChange, DraftStepView } from '../../../worker/contract/drafts/draft.ts'

/** The changes without values of secret fields, which must not stay in the browser's storage. */
export function withoutSecrets(changes: readonly DraftChange[], steps: readonly DraftStepView[]): DraftChange[] {
  return changes.flatMap((change): DraftChange[] => {
    if (change.kind !== 'set_fields') return [change]
    const secret = secretFields(steps, change.key)
    const fields = Object.entries(change.fields).filter(([slug]) => !secret.has(slug))
    return fields.length > 0 ? [{ ...change, fields: Object.fromEntries(fields) }] : []
  })
}

/** The secrets that `withoutSecrets` leaves out, as "{step's key}.{field}". */
export function secretsIn(changes: readonly DraftChange[], steps: readonly DraftStepView[]): string[] {
  return changes.flatMap((change) => {
    if (change.kind !== 'set_fields') return []
    const secret = secretFields(steps, change.key)
    return Object.entries(change.fields).flatMap(([slug, value]) =>
      value !== '' && secret.has(slug) ? [`${change.key}.${slug}`] : [],
    )
  })
}

function secretFields(steps: readonly DraftStepView[], of: string): ReadonlySet<string> {
  const fields = steps.find(({ key }) => key === of)?.fields ?? []
  return new Set(fields.filter(({ type }) => type === 'secret').map(({ slug }) => slug))
}

/**
 * The secrets that `to` shows as dots and that the server's draft, `from`, does not have: only the server ever had
 * their values.
 */
export function missingSecrets(from: AppletDraft, to: AppletDraft): string[] {
  const known = new Map(stepsOfDraft(from).map((step) => [step.key, step]))
  return stepsOfDraft(to).flatMap((step) => {
    const before = known.get(step.key)
    const same = before?.module_name === step.module_name && before.slug === step.slug
    return Object.entries(step.fields).flatMap(([slug, value]) =>
      value === SECRET_KEPT && !(same && before.fields[slug] === SECRET_KEPT) ? [`${step.key}.${slug}`] : [],
    )
  })
}
