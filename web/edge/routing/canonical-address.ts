import type { Loaded, LoadInput } from './page-route.ts'

/** Redirects other forms of an address to the canonical path and keeps the query (§2.1); null if it is canonical. */
export function canonicalAddress(
  { address, search }: Pick<LoadInput, 'address' | 'search'>,
  path: string,
): Loaded<never> | null {
  if (address.path === path) return null
  const query = search.toString()
  return { kind: 'redirect', to: query ? `${path}?${query}` : path }
}
