import type { Loaded, LoadInput } from './page-route.ts'

/** Every form of an address resolves, and leads to the one that is the Applet's own, query kept (§2.1). */
export function canonicalAddress(
  { address, search }: Pick<LoadInput, 'address' | 'search'>,
  path: string,
): Loaded<never> | null {
  if (address.path === path) return null
  const query = search.toString()
  return { kind: 'redirect', to: query ? `${path}?${query}` : path }
}
