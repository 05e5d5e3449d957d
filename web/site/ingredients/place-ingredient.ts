import type { EditorState, TransactionSpec } from '@codemirror/state'

/**
 * Writes an ingredient over what was typed of it, with the caret behind: braces that follow are not written twice.
 * `inner`: what stands between the braces.
 */
export function placeIngredient(
  state: EditorState,
  inner: string,
  typed: { from: number; to: number },
): TransactionSpec {
  const rest = /^[\w.]*\s*\}\}/.exec(state.sliceDoc(typed.to))?.[0] ?? ''
  const insert = `{{${inner}}}`
  return {
    changes: { from: typed.from, to: typed.to + rest.length, insert },
    selection: { anchor: typed.from + insert.length },
    userEvent: 'input.complete',
  }
}
