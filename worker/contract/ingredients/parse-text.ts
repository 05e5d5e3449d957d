/** A filter of a placeholder, such as `truncate: 80`. */
export type FilterCall = { name: string; args: string[] }

/** A piece of a text: as it stands, or `{{Name | filter: arg}}`. `broken`: a placeholder that cannot be read. */
export type TextPart =
  | { kind: 'text'; text: string }
  | { kind: 'ingredient'; source: string; name: string; filters: FilterCall[] }
  | { kind: 'broken'; text: string }

/** `RepositoryName`, or `Service.query.Ingredient`. */
const NAME = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*){0,3}$/
/** How long a placeholder may be; beyond that, two braces are two braces. */
const PLACEHOLDER_MAX = 1000

/**
 * The parts of a text with ingredients, in order. `isName`: which names a placeholder may have. Takes time linear in the
 * text's length.
 */
export function parseText(text: string, isName = (name: string) => NAME.test(name)): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (let open = openingBraces(text, 0); open >= 0; open = openingBraces(text, at)) {
    const end = endOfPlaceholder(text, open + 2)
    if (open > at) parts.push({ kind: 'text', text: text.slice(at, open) })
    const close = end ?? open + 2
    const source = text.slice(open, close)
    parts.push(end === null ? { kind: 'broken', text: source } : parsePlaceholder(source, isName))
    at = close
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) })
  return parts
}

/** The index of the next `{{`: of more braces than two, the last two. -1 for none. */
function openingBraces(text: string, from: number): number {
  let open = text.indexOf('{{', from)
  while (open >= 0 && text.charAt(open + 2) === '{') open++
  return open
}

/** The index after `}}`, which may stand in quotes too; null where the placeholder does not end. */
function endOfPlaceholder(text: string, start: number): number | null {
  const last = Math.min(text.length, start + PLACEHOLDER_MAX)
  let quote = ''
  for (let at = start; at < last; at++) {
    const char = text.charAt(at)
    if (quote) {
      if (char === '\\') at++
      else if (char === quote) quote = ''
    } else if (char === '"') quote = char
    else if (char === '}' && text.charAt(at + 1) === '}') return at + 2
  }
  return null
}

function parsePlaceholder(source: string, isName: (name: string) => boolean): TextPart {
  const [name = '', ...calls] = splitOutsideQuotes(source.slice(2, -2), '|').map((part) => part.trim())
  const filters = calls.map(parseFilter)
  const known = filters.flatMap((filter) => filter ?? [])
  return isName(name) && known.length === filters.length
    ? { kind: 'ingredient', source, name, filters: known }
    : { kind: 'broken', text: source }
}

function parseFilter(call: string): FilterCall | null {
  const match = /^(\w+)\s*(?::([^]*))?$/.exec(call)
  if (!match) return null
  const [, name = '', rest] = match
  return { name, args: rest === undefined ? [] : splitOutsideQuotes(rest, ',').map(unquote) }
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = []
  let part = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === separator && !quoted) {
      parts.push(part)
      part = ''
      continue
    }
    if (char === '"') quoted = !quoted
    part += char
    if (quoted && char === '\\') part += text.charAt(++at)
  }
  return [...parts, part]
}

/** `"a, b"` keeps its spaces and commas; `\n`, `\"` and `\\` are written so inside quotes. */
function unquote(argument: string): string {
  const text = argument.trim()
  if (!/^"[^]*"$/.test(text) || text.length < 2) return text
  return text.slice(1, -1).replace(/\\([^])/g, (_, char: string) => (char === 'n' ? '\n' : char))
}
