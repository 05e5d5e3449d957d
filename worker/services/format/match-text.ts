/**
 * Patterns of texts that people type: `{owner}/{repo}`. `{name}` is one or more characters other than white space and
 * `/ ? # & : @`, `{name:4}` four of them, `{name*}` any text, even none. Each takes as little as it can, and nothing is
 * tried twice, so that a pattern takes time linear in the text.
 */
const PART = /\{([a-z_]+)(?:(\*)|:([1-9]\d?))?\}/g
const STOPS = /[\s/?#&:@]/

/** Names that a pattern gives to parts of a text. */
export function partNames(patterns: string | readonly string[]): string[] {
  return [patterns].flat().flatMap((pattern) => [...pattern.matchAll(PART)].map(([, name = '']) => name))
}

/** The pattern with what `part` makes of each name, in place of it; `size` where the pattern says how long it is. */
export function fillPattern(pattern: string, part: (name: string, size?: number) => string): string {
  return pattern.replaceAll(PART, (_, name: string, _star, size?: string) =>
    part(name, size === undefined ? undefined : Number(size)),
  )
}

/** The parts of the text by the names of the first pattern that it matches as a whole; null where it matches none. */
export function matchText(patterns: string | readonly string[], text: string): Record<string, string> | null {
  for (const pattern of [patterns].flat()) {
    const parts = matchOne(pattern, text)
    if (parts) return parts
  }
  return null
}

function matchOne(pattern: string, text: string): Record<string, string> | null {
  const holes = [...pattern.matchAll(PART)]
  const parts: [string, string][] = []
  let at = literalEnd(pattern.slice(0, holes[0]?.index ?? pattern.length), text, 0)
  for (const [index, hole] of holes.entries()) {
    if (at === null) return null
    const [whole, name = '', star, size] = hole
    const following = pattern.slice(hole.index + whole.length, holes[index + 1]?.index ?? pattern.length)
    const isLast = size === undefined && index === holes.length - 1
    const end = isLast
      ? text.length - following.length
      : endOfPart(following, text, at + Number(size ?? (star ? 0 : 1)))
    if (end === null || end < at || !text.startsWith(following, end)) return null
    const part = text.slice(at, end)
    if (!star && (part === '' || STOPS.test(part))) return null
    if (size !== undefined && part.length !== Number(size)) return null
    parts.push([name, part])
    at = end + following.length
  }
  return at === text.length ? Object.fromEntries(parts) : null
}

function literalEnd(literal: string, text: string, at: number): number | null {
  return text.startsWith(literal, at) ? at + literal.length : null
}

function endOfPart(following: string, text: string, from: number): number | null {
  const found = text.indexOf(following, from)
  return found < 0 ? null : found
}

/**
 * The parts of an address of a service. Patterns that begin with `/` are below the service's own address, others name
 * their host, whose parts cannot leave it. Query parameters that a pattern names must be there, in any order; others may.
 * `cut` for an address that lacks one, null for one of somebody else.
 */
export function matchAddress(
  patterns: string | readonly string[],
  address: string,
  base_url: string,
): Record<string, string> | 'cut' | null {
  if (!URL.canParse(address)) return null
  const { username, password, hash, protocol, hostname, port, pathname, searchParams } = new URL(address)
  if (username || password || hash) return null
  const plain = `${protocol}//${hostname}${port === '' ? '' : `:${port}`}${pathname}`
  const found = [patterns].flat().flatMap((pattern) => {
    const [place = '', query = ''] = pattern.split('?', 2)
    const parts = matchPlace(place, plain, base_url)
    return parts ? { parts, parameters: matchParameters(query, searchParams) } : []
  })
  const whole = found.find(({ parameters }) => parameters !== null)
  if (whole) return { ...whole.parts, ...whole.parameters }
  return found.length > 0 ? 'cut' : null
}

/** The parts of an address without its query. */
function matchPlace(pattern: string, plain: string, base_url: string): Record<string, string> | null {
  if (pattern.startsWith('/')) return base_url === '' ? null : matchText(base_url + pattern, plain)
  const [, hosts = '', paths = ''] = /^(https:\/\/[^/]*)(.*)$/s.exec(pattern) ?? []
  const [, host = '', path = ''] = /^(https?:\/\/[^/]*)(.*)$/s.exec(plain) ?? []
  const [hostParts, pathParts] = [matchText(hosts, host), matchText(paths, path)]
  return hosts !== '' && hostParts && pathParts ? { ...hostParts, ...pathParts } : null
}

/** The parts of the parameters that the pattern names, decoded; null where one is missing or empty. */
function matchParameters(pattern: string, given: URLSearchParams): Record<string, string> | null {
  const named = pattern === '' ? [] : pattern.split('&')
  const parts = named.map((each) => {
    const [name = '', value = ''] = each.split('=', 2)
    const parameter = given.get(name) ?? ''
    return parameter === '' ? null : matchText(value, parameter)
  })
  return parts.includes(null) ? null : Object.assign({}, ...parts)
}
