import type { AppletField } from '../../contract/applets/applet.ts'
import { fieldProblem } from '../../contract/applets/field-values.ts'
import type { FieldError } from '../../contract/errors.ts'

type Values = Record<string, string>
type Checked = { kind: 'valid'; values: Values } | { kind: 'invalid'; errors: FieldError[] }

/** §4.8: whether somebody has to fill fields in before the Applet can run: a required one that nobody gave a value. */
export function needsConfiguration(fields: readonly AppletField[]): boolean {
  return fields.some((field) => field.required && field.default_value === null)
}

type Choice = {
  fields: readonly AppletField[]
  /** What the user has saved before; null where the Applet was never enabled. */
  stored: Values | null
  /** What the edit page sent; undefined where the main button was pressed. */
  given?: Values | undefined
  preserve: boolean
}
type Chosen = Checked | { kind: 'stale'; errors: FieldError[] } | { kind: 'missing' }

/**
 * The values that saving leaves behind (§4.8). `invalid`: what was entered; `stale`: what was stored fits no longer;
 * `missing`: there is nothing yet where something is required. Without `preserve` stored values go, where none is required.
 */
export function chooseFields({ fields, stored, given, preserve }: Choice): Chosen {
  const known = Object.fromEntries(
    Object.entries(stored ?? {}).filter(([key]) => fields.some((field) => field.key === key)),
  )
  if (given) return checkFields(fields, preserve ? { ...known, ...given } : given)
  if (!stored) return needsConfiguration(fields) ? { kind: 'missing' } : { kind: 'valid', values: {} }
  if (!preserve && !needsConfiguration(fields)) return { kind: 'valid', values: {} }
  const checked = checkFields(fields, known)
  return checked.kind === 'valid' ? checked : { kind: 'stale', errors: checked.errors }
}

/** An absent field is its default; an empty one is empty. Errors are named by the field's key. */
export function checkFields(fields: readonly AppletField[], given: Values): Checked {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const unknown = Object.keys(given).filter((key) => !byKey.has(key))
  const errors: FieldError[] = unknown.map((attribute) => ({ attribute, message: 'This field is not known.' }))
  const kept: [string, string][] = []
  for (const field of fields) {
    const raw = Object.hasOwn(given, field.key) ? given[field.key] : undefined
    const value = field.type === 'textarea' ? raw : raw?.trim()
    const message = fieldProblem(field, value)
    if (message) errors.push({ attribute: field.key, message })
    else if (value || (value === '' && field.default_value !== null)) kept.push([field.key, value])
  }
  return errors.length > 0 ? { kind: 'invalid', errors } : { kind: 'valid', values: Object.fromEntries(kept) }
}
