import { parseJson } from '../../../../worker/contract/shared/parse-json.ts'
import { EMPTY_FIT, fitText, joinFits, mayBeEmpty, strangeFit, type Fit } from './fit-text.ts'
import { isRecord } from '../../../../worker/contract/shared/is-record.ts'

type Template = { [property: string]: unknown }

/** How JSON that was sent fits a file's body; null where it was not made of it. `at`: where it stands, for words. */
export function fitJson(template: unknown, sent: unknown, at = ''): Fit | null {
  if (typeof template === 'string') return isScalar(sent) ? fitText(template, String(sent)) : null
  if (Array.isArray(template)) return Array.isArray(sent) ? fitEntries(template, sent, at) : null
  if (!isRecord(template)) return template === sent ? { ...EMPTY_FIT, letters: String(template).length } : null
  const made = fitOperator(template, sent, at)
  if (made !== undefined) return made
  return isRecord(sent) ? fitProperties(template, sent, at) : null
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

/** Entries that came out empty are left out, so each that was sent is one of those that are left, in their order. */
function fitEntries(template: readonly unknown[], sent: readonly unknown[], at: string): Fit | null {
  const [first, ...others] = template
  if (first === undefined) return sent.length === 0 || template.length > 0 ? EMPTY_FIT : null
  if (sent.length > 0) {
    const fit = joinFits([fitJson(first, sent[0], at), fitRest(others, sent.slice(1), at)])
    if (fit) return fit
  }
  return mayLeave(first) ? fitRest(others, sent, at) : null
}

function fitRest(template: readonly unknown[], sent: readonly unknown[], at: string): Fit | null {
  if (template.length === 0) return sent.length === 0 ? EMPTY_FIT : null
  return fitEntries(template, sent, at)
}

function fitProperties(template: Template, sent: Template, at: string): Fit | null {
  const written = Object.entries(template)
  const fits = Object.entries(sent).map(([name, value]) => {
    const [, own] = written.find(([each]) => each === name) ?? written.find(([each]) => fitText(each, name)) ?? []
    return own === undefined ? strangeFit(`the key ${at}${name}`) : fitJson(own, value, `${at}${name}.`)
  })
  const absent = written.filter(([name, own]) => !name.includes('{{') && !(name in sent) && !mayLeave(own))
  return absent.length > 0 ? null : joinFits(fits)
}

/** Whether nothing of a template may be left, so that it is not sent. */
function mayLeave(template: unknown): boolean {
  if (typeof template === 'string') return template !== '' && mayBeEmpty(template)
  if (Array.isArray(template)) return template.length > 0 && template.every(mayLeave)
  if (!isRecord(template)) return false
  if ('$split' in template || '$switch' in template) return true
  const { $parse, ...beside } = template
  if ($parse !== undefined) return Object.values(beside).every(mayLeave)
  if ('$if' in template) return !('$else' in template) || mayLeave(template['$then']) || mayLeave(template['$else'])
  if ('$json' in template || '$number' in template) return mayLeave(template['$json'] ?? template['$number'])
  const written = Object.values(template)
  return written.length > 0 && written.every(mayLeave)
}

/** How what an operator made fits; undefined for an object that is none. */
function fitOperator(template: Template, sent: unknown, at: string): Fit | null | undefined {
  const { $split, by, each, $switch, $if, $number, $parse, $json, $base64, $base64url, ...choices } = template
  if (typeof $split === 'string' && typeof by === 'string') return fitParts({ $split, by, each }, sent, at)
  if (typeof $switch === 'string' || typeof $if === 'string') {
    const fits = Object.values(choices).flatMap((choice) => fitJson(choice, sent, at) ?? [])
    return fits.toSorted((a, b) => a.strange.length - b.strange.length || b.letters - a.letters)[0] ?? null
  }
  if (typeof $number === 'string') return fitJson($number, sent, at)
  if (typeof $parse === 'string') return fitParsed($parse, choices, sent, at)
  if ($json !== undefined) return typeof sent === 'string' ? fitJson($json, parseJson(sent), at) : null
  const encoding = typeof $base64 === 'string' ? 'base64' : typeof $base64url === 'string' ? 'base64url' : null
  if (encoding === null) return undefined
  const text = String($base64 ?? $base64url)
  return typeof sent === 'string' ? fitText(text, Buffer.from(sent, encoding).toString()) : null
}

/** What stands beside a text of JSON is told from it by its names. */
function fitParsed($parse: string, beside: Template, sent: unknown, at: string): Fit | null {
  if (Object.keys(beside).length === 0) return fitText($parse, JSON.stringify(sent))
  if (!isRecord(sent)) return null
  const entries = Object.entries(sent)
  const own = entries.filter(([name]) => Object.hasOwn(beside, name))
  const written = entries.filter(([name]) => !Object.hasOwn(beside, name))
  const text = written.length === 0 ? '' : JSON.stringify(Object.fromEntries(written))
  return joinFits([fitText($parse, text), fitProperties(beside, Object.fromEntries(own), at)])
}

function fitParts(
  { $split, by, each }: { $split: string; by: string; each: unknown },
  sent: unknown,
  at: string,
): Fit | null {
  if (!Array.isArray(sent)) return null
  if (each === undefined) return sent.every(isScalar) ? fitText($split, sent.join(by)) : null
  return joinFits(sent.map((entry) => fitJson(each, entry, at)))
}
