import { PASSWORD_MIN } from '../../../contract/limits.ts'
import { barePassword } from './plain-password.ts'

const FEWEST_DIFFERENT_CHARACTERS = 5
/** How much must remain of a password without names, words and sequences. */
const FEWEST_OWN_CHARACTERS = 6
const SHORTEST_NAME = 3
const SHORTEST_SEQUENCE = 3

/** Common parts of passwords that are no secret. */
const WORDS = ['password', 'passwort', 'motdepasse', 'thisismy', 'letmein', 'iloveyou', 'welcome', 'changeme', 'secret']

/** The orders in which people press keys: alphabet, digits, and the rows and columns of keyboards. */
const ORDERS = [
  'abcdefghijklmnopqrstuvwxyz',
  '012345678901234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
  'wxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1q2w3e4r5t6y7u8i9o0p',
]
const SEQUENCES = ORDERS.flatMap((order) => [order, order.split('').toReversed().join('')])

/** Whether a password says little that a guesser does not know. `names`: of its owner and of the product. */
export function isEasyToGuess(password: string, names: readonly string[]): boolean {
  const bare = barePassword(password)
  return (
    new Set(bare).size < FEWEST_DIFFERENT_CHARACTERS ||
    shortestPeriod(bare) < Math.min(PASSWORD_MIN, bare.length) ||
    ownCharacters(bare, names).length < FEWEST_OWN_CHARACTERS
  )
}

/** The length of the shortest text that, repeated, makes up the whole: 3 for "abcabcab". */
function shortestPeriod(text: string): number {
  for (let period = 1; period <= text.length / 2; period++) if (text.startsWith(text.slice(period))) return period
  return text.length
}

function ownCharacters(bare: string, names: readonly string[]): string {
  const known = [...names.map(barePassword), ...WORDS]
    .filter((name) => name.length >= SHORTEST_NAME)
    .toSorted((a, b) => b.length - a.length)
  return withoutSequences(known.reduce((text, name) => text.replaceAll(name, ''), bare))
}

function withoutSequences(text: string): string {
  let kept = ''
  for (let at = 0; at < text.length;) {
    const length = sequenceAt(text, at)
    if (length < SHORTEST_SEQUENCE) kept += text.charAt(at)
    at += length < SHORTEST_SEQUENCE ? 1 : length
  }
  return kept
}

/** How many characters from here are in order, or the same. */
function sequenceAt(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && isInOrder(text.slice(start, end + 1))) end++
  return end - start
}

function isInOrder(part: string): boolean {
  return new Set(part).size === 1 || SEQUENCES.some((order) => order.includes(part))
}
