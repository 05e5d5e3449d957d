/** The id of a field that Stripe sends as an id or, when expanded, as an object. */
export function expandableId(given: string | { id: string }): string
export function expandableId(given: string | { id: string } | null | undefined): string | null
export function expandableId(given: string | { id: string } | null | undefined): string | null {
  if (!given) return null
  return typeof given === 'string' ? given : given.id
}

/** The object of an expanded field, else null. */
export function expandedObject<T extends { id: string }>(given: string | T | null | undefined): T | null {
  return given && typeof given !== 'string' ? given : null
}
