/** A part of a file, by the positions of its first character and of the one after its last. */
export type Part = {
  start: number
  end: number
  by?: string
}
/** Replaces parts by `by`, or by nothing. All that follows keeps its line and column, so source maps stay true. */
export declare function blankOut(code: string, parts: readonly Part[]): string
