/** Slots left of a quota; null is unlimited. Never negative: a tier that ended leaves more enabled than it allows. */
export function slotsRemaining(total: number | null, enabled: number): number | null {
  return total === null ? null : Math.max(0, total - enabled)
}
