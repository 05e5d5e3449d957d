/*
 * Choices that depend on other fields of their step name these at the end of their address, behind `#`:
 * `https://api.acme.test/bases/_/tables#actions/add/table?base={base}`. A page fills them in before it asks.
 */

/** The address with the fields that its choices depend on. */
export function withNeededFields(address: string, slugs: readonly string[]): string {
  if (slugs.length === 0) return address
  return `${address}?${[...new Set(slugs)].map((slug) => `${slug}={${slug}}`).join('&')}`
}

/** The address with those of these values that it needs. */
export function fillOptionsAddress(address: string, valueOf: (slug: string) => string | undefined): string {
  return address.replaceAll(OPEN, (whole, slug: string) => {
    const value = valueOf(slug)?.trim()
    return value ? `=${encodeURIComponent(value.toWellFormed())}` : whole
  })
}

/** The first field that the address still needs; null where it can be asked for. */
export function missingField(address: string): string | null {
  return address.match(OPEN)?.[0].slice(2, -1) ?? null
}

/** Whether the choices are found by what is typed in their own field. */
export function isSearched(address: string, slug: string): boolean {
  return address.includes(`={${slug}}`)
}

/** Fewer letters find too much. */
const SEARCH_MIN = 2

/** The address with the text of its own field, by which its choices are found; null for a text that finds none. */
export function searchAddress(address: string, slug: string, text: string): string | null {
  if (text.trim().length < SEARCH_MIN || text.includes('{{')) return null
  return fillOptionsAddress(address, (each) => (each === slug ? text : undefined))
}

const OPEN = /=\{(\w+)\}/g

/** A filled address as the catalog has it, and the values that it was filled with. */
export function readOptionsAddress(filled: string): { address: string; values: Record<string, string> } {
  const at = filled.indexOf('#')
  const start = at < 0 ? -1 : filled.indexOf('?', at)
  if (start < 0) return { address: filled, values: {} }
  const values = Object.fromEntries(new URLSearchParams(filled.slice(start + 1)))
  return { address: withNeededFields(filled.slice(0, start), Object.keys(values)), values }
}
