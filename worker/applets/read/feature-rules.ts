import type { AppletField } from '../../contract/applets/applet.ts'
import type { FieldError } from '../../contract/errors.ts'
import { fieldProblem } from '../../contract/applets/field-values.ts'

type Values = Record<string, string>
type Feature = { required: boolean; fields: readonly string[] }
type FeatureProblem = { kind: 'missing' } | { kind: 'invalid'; errors: FieldError[] }

/**
 * Why a feature of a dynamic connection can not be on (§8): `missing`: a field that it needs is empty; `invalid`: what
 * was stored there fits no longer. What its author fixed is no user's field and needs nothing.
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

/** A required feature is always on; another is off where the user switched it off, or where it has not what it needs. */
export function isOff({ feature, fields, stored, switchedOff }: State): boolean {
  if (feature.required) return false
  return switchedOff || featureProblem(feature, fields, stored) !== null
}
