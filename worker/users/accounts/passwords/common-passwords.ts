import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { COMMON_PASSWORDS } from './common-passwords.data.ts'
import { canonicalPassword } from './plain-password.ts'
import { decodeSortedNumbers, RANGE_PER_ENTRY } from './sorted-numbers.ts'

/** Decoded once an isolate: only joining and changing a password need it. */
let marks: { all: ReadonlySet<number>; entries: number } | null = null

/** Whether a password of at least 15 characters is one of those that people use most. One in 2,000 others is taken for one. */
export function isCommonPassword(password: string): boolean {
  marks ??= readMarks()
  return marks.all.has(passwordMark(password, marks.entries))
}

function readMarks() {
  const { entries, bytes } = COMMON_PASSWORDS
  return { all: new Set(decodeSortedNumbers(Buffer.from(bytes, 'base64'))), entries }
}

/** A number below 2,048 times `entries` that is the same for all spellings of the password. */
export function passwordMark(password: string, entries: number): number {
  const digest = createHash('sha256').update(canonicalPassword(password)).digest()
  return digest.readUIntBE(0, 6) % (entries * RANGE_PER_ENTRY)
}
