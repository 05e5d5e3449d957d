import { formatDate } from './format-date.ts'

/** How many characters a text may become; what is beyond is left out. */
export const RENDERED_MAX = 128 * 1024

type Filter = {
  /** How many arguments it takes, at least and at most. */
  args: readonly [number, number]
  apply(text: string, args: readonly string[], timezone: string): string
}

export const FILTER_NAMES = [
  'default',
  'trim',
  'upper',
  'lower',
  'truncate',
  'date',
  'replace',
  'first_line',
  'strip_html',
  'json',
  'url',
] as const
type FilterName = (typeof FILTER_NAMES)[number]

const FILTERS: Record<FilterName, Filter> = {
  default: { args: [1, 1], apply: (text, [other = '']) => (text.trim() === '' ? other : text) },
  trim: { args: [0, 0], apply: (text) => text.trim() },
  upper: { args: [0, 0], apply: (text) => text.toUpperCase() },
  lower: { args: [0, 0], apply: (text) => text.toLowerCase() },
  truncate: { args: [1, 1], apply: (text, [length = '']) => truncate(text, Number(length)) },
  date: {
    args: [0, 1],
    apply: (text, [pattern], timezone) => (text ? formatDate(text, pattern, timezone) : text),
  },
  replace: { args: [1, 2], apply: (text, [from = '', to = '']) => (from ? replaceEach(text, from, to) : text) },
  first_line: { args: [0, 0], apply: (text) => /^.*$/m.exec(text.trimStart())?.[0].trimEnd() ?? '' },
  strip_html: { args: [0, 0], apply: stripHtml },
  json: { args: [0, 0], apply: (text) => JSON.stringify(text) },
  url: { args: [0, 0], apply: (text) => encodeURIComponent(text.toWellFormed()) },
}

/** The filter of this name, or null. */
export function findFilter(name: string): Filter | null {
  const known = FILTER_NAMES.find((each) => each === name)
  return known === undefined ? null : FILTERS[known]
}

/** Cuts after whole characters as readers count them; the ellipsis counts as one. */
function truncate(text: string, length: number): string {
  if (!(length >= 1) || text.length <= length) return text
  const characters: string[] = []
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    characters.push(segment)
    if (characters.length > length) return `${characters.slice(0, length - 1).join('')}…`
  }
  return text
}

/** Stops where the text has become too long: a few letters can become many. */
function replaceEach(text: string, from: string, to: string): string {
  let replaced = ''
  let at = 0
  for (let found = text.indexOf(from); found >= 0; found = text.indexOf(from, at)) {
    replaced += text.slice(at, found) + to
    at = found + from.length
    if (replaced.length > RENDERED_MAX) return replaced
  }
  return replaced + text.slice(at)
}

/** HTML without comments and these elements. One that never ends takes the rest with it, as in a browser. */
export function withoutElements(html: string, names: readonly string[]): string {
  const open = new RegExp(`<(?:!--|(${names.join('|')})\\b)`, 'gi')
  let kept = ''
  let at = 0
  for (let found = open.exec(html); found; found = open.exec(html)) {
    kept += html.slice(at, found.index)
    const [, name] = found
    const close = name === undefined ? /-->/g : new RegExp(`</${name}[^<>]*>`, 'gi')
    close.lastIndex = open.lastIndex
    if (!close.exec(html)) return kept
    at = close.lastIndex
    open.lastIndex = at
  }
  return kept + html.slice(at)
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The text of HTML: no tags, scripts or styles; paragraphs and breaks become lines. Takes time linear in the length. */
export function stripHtml(html: string): string {
  return withoutElements(html, ['script', 'style', 'title'])
    .replace(/<br\b[^<>]*>|<\/(?:p|div|li|h[1-6]|tr)>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(
      /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi,
      (entity, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? entity
        const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
      },
    )
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
