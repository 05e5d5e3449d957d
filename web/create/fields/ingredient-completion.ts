/** A placeholder that is being typed: from its braces to the caret. */
export type Completion = { from: number; to: number; typed: string }

/** The placeholder that the caret is in, if only its name has been typed so far. */
export function completionAt(text: string, caret: number): Completion | null {
  const open = /\{\{\s*([\w.]*)$/.exec(text.slice(0, caret))
  return open ? { from: open.index, to: caret, typed: open[1] ?? '' } : null
}

/** `inner`, a name and its filter, in braces, and where what it replaces ends: braces that follow are not written twice. */
export function placeholderFor(inner: string, text: string, to: number): { written: string; to: number } {
  const rest = /^[\w.]*\s*\}\}/.exec(text.slice(to))?.[0] ?? ''
  return { written: `{{${inner}}}`, to: to + rest.length }
}
