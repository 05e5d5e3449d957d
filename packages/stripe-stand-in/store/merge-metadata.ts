import { checkMetadata } from './metadata-limits.ts'

/**
 * Merges metadata as Stripe does: adds names; an empty value removes one name, and '' instead of an object removes all.
 */
export function mergeMetadata(
  before: Record<string, string> | null,
  sent: Record<string, string> | '' | undefined,
): Record<string, string> {
  if (sent === undefined) return before ?? {}
  if (sent === '') return {}
  const merged = { ...before, ...sent }
  const kept = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''))
  checkMetadata(kept)
  return kept
}
