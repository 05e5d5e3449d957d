import { SUGGESTION_MAX, SUGGESTION_MAX_BYTES } from '../limits.ts'

/** The suggestion of §5, measured alike by the field's counter and by the server: in graphemes, what a reader calls a character. */

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const encoder = new TextEncoder()

export function countCharacters(text: string): number {
  let count = 0
  for (const _ of segmenter.segment(text)) count += 1
  return count
}

/** As it is sent and stored: trimmed, and what fits of it (§5). */
export function toSuggestion(text: string): string {
  // SQLite ends a text at a NUL, and half a surrogate pair is no character.
  return fitted(text.replaceAll('\0', '').toWellFormed().trim()).trimEnd()
}

/**
 * What fits of a text that was just changed in front of the caret: what came in too much goes, and what stood behind
 * the caret stays, as with a field's own maxlength.
 */
export function fittedAtCaret(text: string, caret: number): { text: string; caret: number } {
  const tail = fitted(text.slice(caret))
  const left = { characters: SUGGESTION_MAX - countCharacters(tail), bytes: SUGGESTION_MAX_BYTES - bytesOf(tail) }
  const head = fitted(text.slice(0, caret), left)
  return { text: head + tail, caret: head.length }
}

/** The longest beginning within both limits that splits no character. */
function fitted(text: string, left = { characters: SUGGESTION_MAX, bytes: SUGGESTION_MAX_BYTES }): string {
  let [end, characters, bytes] = [0, 0, 0]
  for (const { segment, index } of segmenter.segment(text)) {
    characters += 1
    bytes += bytesOf(segment)
    if (characters > left.characters || bytes > left.bytes) return text.slice(0, end)
    end = index + segment.length
  }
  return text
}

function bytesOf(text: string): number {
  return encoder.encode(text).length
}
