/** What Stripe does with metadata that is sent: names are added, an empty text removes one, '' removes all. */
export function mergeMetadata(
  before: Record<string, string> | null,
  sent: Record<string, string> | '' | undefined,
): Record<string, string> {
  if (sent === undefined) return before ?? {}
  if (sent === '') return {}
  const merged = { ...before, ...sent }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''))
}
