import { isRecord } from '../../../contract/shared/is-record.ts'
import { parseJson } from '../../../contract/shared/parse-json.ts'
import type { FieldDefinition, JsonTemplate, RequestFile } from '../service-definition.ts'
import { fill, onePlaceholder, type Scope } from '../template.ts'

/**
 * A JSON body with its values; undefined where nothing is left of it. What comes out empty is left out: texts that are
 * one value alone, and objects and lists of which nothing remains. What the file wrote empty stays.
 *
 * - `{ "$split": text, "by": "," }` is a list, with `"each"` of what `{{item}}` makes of each part.
 * - `{ "$switch": text, "on": true, "off": false }` is the property of that name.
 * - `{ "$if": text, "$then": …, "$else": … }` is the one where the text is not empty, and the other where it is.
 * - `{ "$number": text }` is a number, such as an id that was chosen.
 * - `{ "$parse": text }` is the JSON that the text is, with what stands beside. Throws `NotJson` for any other text.
 * - `{ "$json": … }` is a text of JSON; `{ "$base64": text }` and `{ "$base64url": text }` are encoded.
 */
export function fillJson(template: unknown, fields: readonly FieldDefinition[], scope: Scope): unknown {
  if (typeof template === 'string') return fillText(template, fields, scope)
  if (typeof template !== 'object' || template === null) return template
  if (Array.isArray(template)) return fillList(template, fields, scope)
  const made = fillOperator(template as { [property: string]: JsonTemplate }, fields, scope)
  return made ? made.value : fillObject(template as { [property: string]: JsonTemplate }, fields, scope)
}

function fillList(template: readonly unknown[], fields: readonly FieldDefinition[], scope: Scope): unknown {
  const filled = template.map((each) => fillJson(each, fields, scope)).filter((each) => each !== undefined)
  return filled.length === 0 && template.length > 0 ? undefined : filled
}

function fillObject(
  template: { [property: string]: JsonTemplate },
  fields: readonly FieldDefinition[],
  scope: Scope,
): unknown {
  const written = Object.entries(template)
  const filled = written.flatMap(([property, each]): [string, unknown][] => {
    const name = fill(property, scope)
    const value = fillJson(each, fields, scope)
    return value === undefined || name === '' ? [] : [[name, value]]
  })
  return filled.length === 0 && written.length > 0 ? undefined : Object.fromEntries(filled)
}

type Template = { [property: string]: JsonTemplate }

/** What an object with a `$` property makes; null for an object that is only that. */
function fillOperator(template: Template, fields: readonly FieldDefinition[], scope: Scope): { value: unknown } | null {
  const { $split, by, each, $switch, $if, $number, $parse, $json, $base64, $base64url } = template
  if (typeof $split === 'string' && typeof by === 'string')
    return { value: fillSplit({ $split, by, each }, fields, scope) }
  if (typeof $switch === 'string') {
    const chosen = fill($switch, scope)
    const choice = chosen !== '$switch' && Object.hasOwn(template, chosen) ? template[chosen] : undefined
    return { value: choice === undefined ? undefined : fillJson(choice, fields, scope) }
  }
  if (typeof $if === 'string') {
    const choice = template[fill($if, scope) === '' ? '$else' : '$then']
    return { value: choice === undefined ? undefined : fillJson(choice, fields, scope) }
  }
  if (typeof $number === 'string') return { value: toNumber(fill($number, scope)) }
  if (typeof $parse === 'string') return { value: fillParsed({ ...template, $parse }, fields, scope) }
  if ($json !== undefined) {
    const value = fillJson($json, fields, scope)
    return { value: value === undefined ? undefined : JSON.stringify(value) }
  }
  if (typeof $base64 === 'string') return { value: encoded(fill($base64, scope), 'base64') }
  if (typeof $base64url === 'string') return { value: encoded(fill($base64url, scope), 'base64url') }
  return null
}

/** Undefined for an empty text. Any other text than a number stays as it is: the service says what is wrong with it. */
function toNumber(text: string): number | string | undefined {
  if (text.trim() === '') return undefined
  return Number.isFinite(Number(text)) ? Number(text) : text
}

/** A text that a file sends as JSON is not JSON. `template`: what it was made of. */
export class NotJson extends Error {
  readonly template: string
  readonly wanted: string
  constructor(template: string, wanted = 'JSON') {
    super(`${template} is not ${wanted}.`)
    this.template = template
    this.wanted = wanted
  }
}

/** Undefined for an empty text with nothing beside it. What stands beside takes the place of what has its name. */
function fillParsed(
  { $parse, ...beside }: Template & { $parse: string },
  fields: readonly FieldDefinition[],
  scope: Scope,
): unknown {
  const text = fill($parse, scope)
  const value = text.trim() === '' ? undefined : parseJson(text)
  if (value === undefined && text.trim() !== '') throw new NotJson($parse)
  if (Object.keys(beside).length === 0) return value
  const own = fillObject(beside, fields, scope)
  if (value === undefined) return own
  if (!isRecord(value)) throw new NotJson($parse, 'a JSON object')
  return { ...value, ...Object(own) }
}

function encoded(text: string, encoding: 'base64' | 'base64url'): string {
  return Buffer.from(text.toWellFormed()).toString(encoding)
}

type Split = { $split: string; by: string; each: JsonTemplate | undefined }

/** Parts of an empty text are none; empty parts stay where they are entries, such as cells of a row. */
function fillSplit({ $split, by, each }: Split, fields: readonly FieldDefinition[], scope: Scope): unknown {
  const whole = fill($split, scope)
  if (whole.trim() === '') return undefined
  const parts = whole.split(by).map((part) => part.trim())
  if (each === undefined) return parts
  const entries = parts.map((item) => fillJson(each, fields, { ...scope, item })).filter((entry) => entry !== undefined)
  return entries.length === 0 ? undefined : entries
}

/** A text that is one field alone takes the field's type; undefined where it comes out empty. */
function fillText(template: string, fields: readonly FieldDefinition[], scope: Scope): unknown {
  const filled = fill(template, scope)
  const one = onePlaceholder(template)
  if (one === null) return filled
  if (filled === '') return one.always ? '' : undefined
  const type = one.plain ? fields.find(({ slug }) => one.name === `fields.${slug}`)?.type : undefined
  return type === 'number' ? toNumber(filled) : filled
}

/** A form with its values; one that comes out empty is left out. */
export function fillForm(form: NonNullable<RequestFile['form']>, scope: Scope): string {
  const parameters = new URLSearchParams()
  for (const [name, template] of Object.entries(form)) {
    const value = fill(template, scope)
    if (value !== '') parameters.set(fill(name, scope), value)
  }
  return parameters.toString()
}
