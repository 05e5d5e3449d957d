import { stem } from './stem.ts'

/** Shorter words are too alike, but for two letters that are exchanged. */
const SHORTEST = 5

/**
 * The known word that a mistyped one was meant to be: one mistake in up to seven letters, two in more, and a wrong letter
 * in a name of six and more. Null for a known word, for one that is like none, and for one that is as much like two.
 */
export function correctWord(
  word: string,
  { known, names }: Record<'known' | 'names', ReadonlySet<string>>,
): string | null {
  if (word.length < SHORTEST - 1 || known.has(word)) return null
  const near = [...known].flatMap((other) => {
    const isName = names.has(other)
    const isWrongLetter = isName && word.length > SHORTEST && word.length === other.length
    const most = word.length > 7 || isWrongLetter ? 2 : 1
    const isShort = word.length < SHORTEST && !isName
    // A freezer is not what freezes.
    const isLike =
      other[0] === word[0] &&
      !word.startsWith(other) &&
      (isShort ? other.length === word.length : other.length >= SHORTEST) &&
      Math.abs(other.length - word.length) <= most
    const count = isLike ? mistakes(word, other) : most + 1
    return count > most ? [] : [{ other, count }]
  })
  const least = Math.min(...near.map(({ count }) => count))
  const [nearest, ...others] = near.filter(({ count }) => count === least).map(({ other }) => other)
  return nearest !== undefined && others.every((other) => stem(other) === stem(nearest)) ? nearest : null
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
