/** A part of a file, by the positions of its first character and of the one after its last. */
export type Part = { start: number; end: number; by?: string }

/** Replaces parts by `by`, or by nothing. All that follows keeps its line and column, so source maps stay true. */
export function blankOut(code: string, parts: readonly Part[]): string {
  let kept = code
  for (const { start, end, by = '' } of parts) {
    const blank = code.slice(start, end).replace(/[^\n]/g, ' ')
    if (blank.length < by.length) throw new Error(`${by} is longer than what it replaces.`)
    kept = kept.slice(0, start) + by + blank.slice(by.length) + kept.slice(end)
  }
  return kept
}
