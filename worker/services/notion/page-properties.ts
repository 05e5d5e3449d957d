import { readPlace } from '../format/answer-place.ts'

/** A page's properties but its title, each on a line. */
export function propertiesText(properties: unknown): string {
  return Object.entries(Object(properties))
    .filter(([, property]) => readPlace(property, '$.type') !== 'title')
    .map(([name, property]) => `${name}: ${propertyText(property)}`)
    .join('\n')
}

/** A property's value as text: of a choice its name, of a date its start, of several all of them. */
function propertyText(property: unknown): string {
  const type = readPlace(property, '$.type')
  return typeof type === 'string' ? wordsOf(readPlace(property, `$.${type}`)) : ''
}

function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) {
    const isText = value.every((each) => readPlace(each, '$.plain_text') !== undefined)
    return value.map(wordsOf).join(isText ? '' : ', ')
  }
  return wordsOf(
    ['plain_text', 'name', 'start', 'string', 'number', 'email']
      .map((key) => readPlace(value, `$.${key}`))
      .find(Boolean),
  )
}

/** Notion takes 2,000 characters in one piece of text; an emoji may count as two. */
const PIECE = 1000

/** A text in pieces, of which Notion takes 100. */
export function richText(text: string) {
  const pieces = text.match(new RegExp(`[^]{1,${PIECE}}`, 'gu')) ?? []
  return pieces.slice(0, 100).map((content) => ({ type: 'text', text: { content } }))
}

/** Paragraphs of a text; a request holds 100 blocks. */
export function paragraphs(text: string) {
  const lines = text.split(/\n{2,}/).filter((each) => each.trim() !== '')
  return lines.slice(0, 100).map((each) => {
    return { object: 'block', type: 'paragraph', paragraph: { rich_text: richText(each) } }
  })
}

type Filled = { ok: true; properties: Record<string, unknown> } | { ok: false; problem: string }

/**
 * The properties that lines such as `Status: Done` set, by the types that the database gives them. A problem is a
 * sentence for the user.
 */
export function fillProperties(lines: string, schema: unknown): Filled {
  const properties: Record<string, unknown> = {}
  const known = Object.entries(Object(schema))
  for (const line of lines.split('\n').filter((each) => each.trim() !== '')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim()
    const found = known.find(([each]) => each.toLowerCase() === name.toLowerCase())
    if (colon < 1 || !found) return { ok: false, problem: `The database has no property for “${line.trim()}”.` }
    const type = String(readPlace(found[1], '$.type'))
    const value = propertyValue(type, line.slice(colon + 1).trim())
    if (value === undefined) return { ok: false, problem: `We cannot set the property “${name}” to this.` }
    properties[found[0]] = { [type]: value }
  }
  return { ok: true, properties }
}

/** Undefined for what cannot be set. Empty clears a property. */
function propertyValue(type: string, text: string): unknown {
  switch (type) {
    case 'rich_text':
      return richText(text)
    case 'number':
      return text === '' ? null : Number.isFinite(Number(text)) ? Number(text) : undefined
    case 'select':
    case 'status':
      return text === '' ? null : { name: text }
    case 'multi_select':
      return text.split(',').flatMap((each) => (each.trim() === '' ? [] : { name: each.trim() }))
    case 'date':
      return text === '' ? null : { start: text }
    case 'checkbox':
      return /^(?:true|yes|1|x)$/i.test(text)
    case 'url':
    case 'email':
    case 'phone_number':
      return text === '' ? null : text
    default:
      return undefined
  }
}
