import type { AppletField } from '../../contract/applets/applet.ts'
import { fieldProblem, SECRET_KEPT } from '../../contract/applets/field-values.ts'
import { SENTENCES, type FieldError } from '../../contract/errors.ts'
import { checkText } from '../../contract/ingredients/check-text.ts'
import { isSealedSecret } from '../../system/secrets/field-secret.ts'

type Values = Record<string, string>
type Checked = { kind: 'valid'; values: Values } | { kind: 'invalid'; errors: FieldError[] }

/** §4.8: whether the user must fill in a field before the Applet can run: a required field without a default. */
export function needsConfiguration(fields: readonly AppletField[]): boolean {
  return fields.some((field) => field.required && field.default_value === null)
}

type Choice = {
  fields: readonly AppletField[]
  /** The values that the user saved before; null if the Applet was never enabled. */
  stored: Values | null
  /** The values from the edit page; undefined if the user pressed the main button. */
  given?: Values | undefined
  preserve: boolean
  /** The ingredients that a field may use, by its key. */
  ingredients: (key: string) => readonly string[]
  /** The service's objection to a value, by the field's key. */
  check: (key: string, value: string) => string | null
}
type StepRules = Pick<Choice, 'ingredients' | 'check'>
type Chosen = Checked | { kind: 'stale'; errors: FieldError[] } | { kind: 'missing' }

/**
 * The values to save (§4.8). `invalid`: the entered values are wrong; `stale`: the stored values are no longer valid;
 * `missing`: a required value does not exist yet. Without `preserve`, stored values are dropped unless a field is
 * required.
 */
export function chooseFields({ fields, stored, given, preserve, ...rules }: Choice): Chosen {
  const known = Object.fromEntries(
    Object.entries(stored ?? {}).filter(([key]) => fields.some((field) => field.key === key)),
  )
  if (given) return checkFields(fields, withSecrets(fields, known, preserve ? { ...known, ...given } : given), rules)
  if (!stored) return needsConfiguration(fields) ? { kind: 'missing' } : { kind: 'valid', values: {} }
  if (!preserve && !needsConfiguration(fields)) return { kind: 'valid', values: {} }
  const checked = checkFields(fields, known, rules)
  return checked.kind === 'valid' ? checked : { kind: 'stale', errors: checked.errors }
}

/** A page never gets a secret; what it shows instead means the one that is stored. */
function withSecrets(fields: readonly AppletField[], stored: Values, given: Values): Values {
  const kept = fields.flatMap(({ key, type }) =>
    type === 'secret' && given[key] === SECRET_KEPT ? [[key, stored[key] ?? '']] : [],
  )
  return { ...given, ...Object.fromEntries(kept) }
}

/** A missing field takes its default; an empty one stays empty. Errors are keyed by the field's key. */
export function checkFields(fields: readonly AppletField[], given: Values, rules: StepRules): Checked {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const unknown = Object.keys(given).filter((key) => !byKey.has(key))
  const errors: FieldError[] = unknown.map((attribute) => ({ attribute, message: SENTENCES.unknown_field }))
  const kept: [string, string][] = []
  for (const field of fields) {
    const raw = Object.hasOwn(given, field.key) ? given[field.key] : undefined
    const value = field.type === 'textarea' ? raw : raw?.trim()
    const message = fieldProblem(field, value) ?? stepProblem(field, value, rules)
    if (message) errors.push({ attribute: field.key, message })
    else if (value || (value === '' && field.default_value !== null)) kept.push([field.key, value])
  }
  return errors.length > 0 ? { kind: 'invalid', errors } : { kind: 'valid', values: Object.fromEntries(kept) }
}

/** A secret is never read as a text with ingredients. */
function stepProblem({ key, type }: AppletField, value: string | undefined, { ingredients, check }: StepRules) {
  if (!value) return null
  if (type !== 'secret' && isSealedSecret(value)) return SENTENCES.unusable_characters
  const text = type === 'secret' || !value.includes('{{') ? null : checkText(value, ingredients(key))
  return text ?? check(key, value)
}
