/** Shorter words are too alike. */
const SHORTEST = 5

/**
 * The known word that a mistyped one was meant to be: one mistake in up to seven letters, two in more. Null for a known
 * word, and for one that is like none.
 */
export function correctWord(word: string, known: ReadonlySet<string>): string | null {
  if (word.length < SHORTEST || known.has(word)) return null
  const most = word.length > 7 ? 2 : 1
  let nearest: string | null = null
  let least = most + 1
  for (const other of known) {
    // A freezer is not what freezes.
    const isLike =
      other[0] === word[0] &&
      !word.startsWith(other) &&
      other.length >= SHORTEST &&
      Math.abs(other.length - word.length) <= most
    const count = isLike ? mistakes(word, other) : least
    if (count < least) [nearest, least] = [other, count]
  }
  return nearest
}

/**
 * Letters that are missing, too many, or exchanged with their neighbor; a wrong letter is two, because it often makes
 * another word.
 */
function mistakes(word: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= word.length; row++) {
    const next = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = word[row - 1] === other[column - 1]
      const isExchanged = word[row - 1] === other[column - 2] && word[row - 2] === other[column - 1]
      const changed = (last[column - 1] ?? 0) + (isSame ? 0 : 2)
      const exchanged = isExchanged && column > 1 ? (before[column - 2] ?? 0) + 1 : changed
      next.push(Math.min(changed, exchanged, (last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    ;[before, last] = [last, next]
  }
  return last[other.length] ?? 0
}
