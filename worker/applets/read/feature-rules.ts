import type { AppletField } from '../../contract/applets/applet.ts'
import type { FieldError } from '../../contract/errors.ts'
import { fieldProblem } from '../../contract/applets/field-values.ts'

type Values = Record<string, string>
type Feature = { required: boolean; fields: readonly string[] }
type FeatureProblem = { kind: 'missing' } | { kind: 'invalid'; errors: FieldError[] }

/**
 * Why a feature of a dynamic connection cannot be on (§8). `missing`: a field it needs is empty. `invalid`: a stored
 * value no longer passes validation. Fields that the author filled in need nothing from the user.
 */
export function featureProblem(
  feature: Feature,
  fields: readonly AppletField[],
  stored: Values,
): FeatureProblem | null {
  const needed = fields
    .filter(({ key }) => feature.fields.includes(key))
    .map((field) => ({ field, value: stored[field.key] ?? field.default_value ?? '' }))
  if (needed.some(({ value }) => value.trim() === '')) return { kind: 'missing' }
  const errors = needed.flatMap(({ field, value }) => {
    const message = fieldProblem(field, value)
    return message ? [{ attribute: field.key, message }] : []
  })
  return errors.length > 0 ? { kind: 'invalid', errors } : null
}

type State = { feature: Feature; fields: readonly AppletField[]; stored: Values; switchedOff: boolean }

/** A required feature is always on. Any other is off if the user switched it off or if its fields are incomplete. */
export function isFeatureOff({ feature, fields, stored, switchedOff }: State): boolean {
  if (feature.required) return false
  return switchedOff || featureProblem(feature, fields, stored) !== null
}
