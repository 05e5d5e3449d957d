type Relation = 'next' | 'last' | 'prev'

/** The address that a Link header (RFC 8288) gives as `rel`, as it stands there; null where it gives none. */
export function linkedAddress(headers: Headers, rel: Relation): string | null {
  for (const [, address = '', parameters = ''] of (headers.get('link') ?? '').matchAll(/<([^<>]*)>([^<>]*)/g)) {
    const [, names = ''] = /;\s*rel="?([^";,]*)"?/i.exec(parameters) ?? []
    if (names.toLowerCase().split(/\s+/).includes(rel) && URL.canParse(address, 'https://any.example')) return address
  }
  return null
}

/** A query parameter of that address; null where it has none. */
export function linkedPage(headers: Headers, rel: Relation, query: string): string | null {
  const address = linkedAddress(headers, rel)
  return address === null ? null : new URL(address, 'https://any.example').searchParams.get(query)
}
