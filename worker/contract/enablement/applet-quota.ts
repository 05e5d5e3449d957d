/**
 * Free slots of a quota; null is unlimited. Never negative, although an ended tier may leave more enabled than allowed.
 */
export function slotsRemaining(total: number | null, enabled: number): number | null {
  return total === null ? null : Math.max(0, total - enabled)
}
