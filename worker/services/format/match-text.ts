/**
 * Patterns of texts that people type: `{owner}/{repo}`. `{name}` is one or more characters other than white space and
 * `/ ? # & : @`, `{name*}` any text, even none. Each takes as little as it can, and nothing is tried twice, so that a
 * pattern takes time linear in the text.
 */
const PART = /\{([a-z_]+)(\*?)\}/g
const STOPS = /[\s/?#&:@]/

/** Names that a pattern gives to parts of a text. */
export function partNames(patterns: string | readonly string[]): string[] {
  return [patterns].flat().flatMap((pattern) => [...pattern.matchAll(PART)].map(([, name = '']) => name))
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
    const [whole, name = '', star] = hole
    const following = pattern.slice(hole.index + whole.length, holes[index + 1]?.index ?? pattern.length)
    const end =
      index === holes.length - 1 ? text.length - following.length : endOfPart(following, text, at + (star ? 0 : 1))
    if (end === null || end < at || !text.startsWith(following, end)) return null
    const part = text.slice(at, end)
    if (star === '' && (part === '' || STOPS.test(part))) return null
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
 * their host, whose parts cannot leave it. Null for an address of somebody else.
 */
export function matchAddress(
  patterns: string | readonly string[],
  address: string,
  base_url: string,
): Record<string, string> | null {
  if (!URL.canParse(address)) return null
  const { username, password, hash, protocol, hostname, port, pathname, search } = new URL(address)
  if (username || password || hash) return null
  const plain = `${protocol}//${hostname}${port === '' ? '' : `:${port}`}${pathname}${search}`
  for (const pattern of [patterns].flat()) {
    if (pattern.startsWith('/')) {
      const parts = base_url === '' ? null : matchText(base_url + pattern, plain)
      if (parts) return parts
      continue
    }
    const [, hosts = '', paths = ''] = /^(https:\/\/[^/]*)(.*)$/s.exec(pattern) ?? []
    const [, host = '', path = ''] = /^(https?:\/\/[^/]*)(.*)$/s.exec(plain) ?? []
    const [hostParts, pathParts] = [matchText(hosts, host), matchText(paths, path)]
    if (hosts !== '' && hostParts && pathParts) return { ...hostParts, ...pathParts }
  }
  return null
}
