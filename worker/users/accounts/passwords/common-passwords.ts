import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { COMMON_PASSWORDS } from './common-passwords.data.ts'
import { canonicalPassword } from './plain-password.ts'
import { decodeSortedNumbers, RANGE_PER_ENTRY } from './sorted-numbers.ts'

const SHORTEST_WORD = 3
/** The longest of the listed words of which two make a password. */
const LONGEST_WORD = 14
/** Up to four digits at each end, with the signs beside them. */
const DIGITS_AROUND = /^\d{1,4}[\s\p{P}\p{S}]*|[\s\p{P}\p{S}]*\d{0,4}[\s\p{P}\p{S}]*$/gu

/** Decoded once an isolate: only joining and changing a password need it. */
let marks: { all: ReadonlySet<number>; entries: number } | null = null

/**
 * Whether a password is one of those that people use most, a common word, or two common words, each also with up to four
 * digits around it. One in 2,000 others is taken for one, of three common words one in 700.
 */
export function isCommonPassword(password: string): boolean {
  const spellings = [password, password.replaceAll(DIGITS_AROUND, '')].map(canonicalPassword)
  return spellings.some((text) => isListed(text) || isTwoListed(text))
}

function isTwoListed(text: string): boolean {
  const last = Math.min(LONGEST_WORD, text.length - SHORTEST_WORD)
  for (let at = Math.max(SHORTEST_WORD, text.length - LONGEST_WORD); at <= last; at++)
    if (isListed(text.slice(0, at)) && isListed(text.slice(at))) return true
  return false
}

function isListed(canonical: string): boolean {
  marks ??= readMarks()
  return marks.all.has(passwordMark(canonical, marks.entries))
}

function readMarks() {
  const { entries, bytes } = COMMON_PASSWORDS
  return { all: new Set(decodeSortedNumbers(Buffer.from(bytes, 'base64'))), entries }
}

/** The number of a canonical password or word, below 2,048 times `entries`. */
export function passwordMark(canonical: string, entries: number): number {
  const digest = createHash('sha256').update(canonical).digest()
  return digest.readUIntBE(0, 6) % (entries * RANGE_PER_ENTRY)
}
