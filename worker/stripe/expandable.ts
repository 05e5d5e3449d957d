/** The id of what Stripe gives either as an id or, where it was asked to expand it, whole. */
export function idOf(given: string | { id: string } | null | undefined): string | null {
  if (!given) return null
  return typeof given === 'string' ? given : given.id
}

/** The whole object, where it was expanded. */
export function expandedOf<T extends { id: string }>(given: string | T | null | undefined): T | null {
  return given && typeof given !== 'string' ? given : null
}
