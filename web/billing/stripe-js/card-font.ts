/** The card field's font sizes in px by minimum viewport width (§9). */
const STEPS = [
  [1444, 22.2],
  [724, 21.6],
  [484, 19.2],
  [370, 16.8],
] as const
const SMALLEST = 14.4

export function cardFontSize(width: number): number {
  return STEPS.find(([from]) => width >= from)?.[1] ?? SMALLEST
}
