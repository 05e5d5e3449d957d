/** A query parameter of the address that a Link header (RFC 8288) gives as `rel`; null where it gives none. */
export function linkedPage(headers: Headers, rel: 'next' | 'last' | 'prev', query: string): string | null {
  for (const [, address = '', parameters = ''] of (headers.get('link') ?? '').matchAll(/<([^<>]*)>([^<>]*)/g)) {
    const [, names = ''] = /;\s*rel="?([^";,]*)"?/i.exec(parameters) ?? []
    if (!names.toLowerCase().split(/\s+/).includes(rel) || !URL.canParse(address, 'https://any.example')) continue
    return new URL(address, 'https://any.example').searchParams.get(query)
  }
  return null
}
