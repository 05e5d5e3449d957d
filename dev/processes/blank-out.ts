/** A part of a file, by the positions of its first character and of the one after its last. */
export type Part = { start: number; end: number; by?: string }

/** Replaces parts by `by`, or by nothing. All that follows keeps its line and column, so source maps stay true. */
export function blankOut(code: string, parts: readonly Part[]): string {
  let kept = code
  for (const { start, end, by = '' } of parts.toSorted((one, other) => other.start - one.start)) {
    const lines = code.slice(start, end).split('\n')
    const last = lines.at(-1) ?? ''
    const blank = lines.length === 1 ? ' '.repeat(Math.max(0, last.length - by.length)) : ' '.repeat(last.length)
    kept = kept.slice(0, start) + by + '\n'.repeat(lines.length - 1) + blank + kept.slice(end)
  }
  return kept
}
