import { RUN_ID } from '../../../contract/runs/applet-run.ts'
import { readDigits, TIME_DIGITS, ULID_DIGITS } from '../../../contract/runs/run-time.ts'

const SEQ_LENGTH = 8
const SALT_LENGTH = 8

/**
 * A run's public id: a ULID whose random part holds the row's number and a salt that cannot be guessed. So the id needs
 * no index of its own, which would be a sixth of the rows that a run writes.
 */
export function encodeRunId({ at, seq, salt }: { at: number; seq: number; salt: string }): string {
  return toBase32(at, TIME_DIGITS) + toBase32(seq, SEQ_LENGTH) + salt
}

/** The row's number and salt; the caller compares the salt with the row's. */
export function decodeRunId(id: string): { seq: number; salt: string } | null {
  if (!RUN_ID.test(id)) return null
  return { seq: readDigits(id.slice(TIME_DIGITS, TIME_DIGITS + SEQ_LENGTH)), salt: id.slice(TIME_DIGITS + SEQ_LENGTH) }
}

/** 40 random bits. */
export function newSalt(random: () => number): string {
  return Array.from({ length: SALT_LENGTH }, () => ULID_DIGITS[Math.floor(random() * 32)] ?? '0').join('')
}

function toBase32(value: number, length: number): string {
  let [rest, text] = [value, '']
  for (let place = 0; place < length; place++) {
    text = (ULID_DIGITS[rest % 32] ?? '0') + text
    rest = Math.floor(rest / 32)
  }
  return text
}
