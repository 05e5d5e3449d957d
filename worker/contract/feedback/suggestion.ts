import { SUGGESTION_MAX, SUGGESTION_MAX_BYTES } from '../limits.ts'

/** The suggestion of §5. The field's counter and the server both count graphemes, what a reader calls a character. */

const encoder = new TextEncoder()

export function countCharacters(text: string): number {
  let count = 0
  for (const _ of graphemesOf(text)) count += 1
  return count
}

/** The suggestion as sent and stored: trimmed and cut to the limits (§5). */
export function toSuggestion(text: string): string {
  // SQLite ends a text at a NUL, and half a surrogate pair is not a character.
  return fitted(text.replaceAll('\0', '').toWellFormed().trim()).trimEnd()
}

/**
 * Cuts a text that just changed before the caret. The excess before the caret goes and the text after it stays, as with
 * a field's own maxlength.
 */
export function fittedAtCaret(text: string, caret: number): { text: string; caret: number } {
  const tail = fitted(text.slice(caret))
  const left = { characters: SUGGESTION_MAX - countCharacters(tail), bytes: SUGGESTION_MAX_BYTES - bytesOf(tail) }
  const head = fitted(text.slice(0, caret), left)
  return { text: head + tail, caret: head.length }
}

/** The longest prefix within both limits that splits no character. */
function fitted(text: string, left = { characters: SUGGESTION_MAX, bytes: SUGGESTION_MAX_BYTES }): string {
  let [end, characters, bytes] = [0, 0, 0]
  for (const { segment, index } of graphemesOf(text)) {
    characters += 1
    bytes += bytesOf(segment)
    if (characters > left.characters || bytes > left.bytes) return text.slice(0, end)
    end = index + segment.length
  }
  return text
}

function graphemesOf(text: string): Intl.Segments {
  return new Intl.Segmenter('en').segment(text)
}

function bytesOf(text: string): number {
  return encoder.encode(text).length
}
