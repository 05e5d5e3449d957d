const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_LENGTH = 10
const SEQ_LENGTH = 8
const SALT_LENGTH = 8

/**
 * A run's public id: a ULID whose random part holds the row's number and a salt that cannot be guessed. So the id needs
 * no index of its own, which would be a sixth of the rows that a run writes.
 */
export function encodeRunId({ at, seq, salt }: { at: number; seq: number; salt: string }): string {
  return toBase32(at, TIME_LENGTH) + toBase32(seq, SEQ_LENGTH) + salt
}

/** The row's number and salt; the caller compares the salt with the row's. */
export function decodeRunId(id: string): { seq: number; salt: string } | null {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(id)) return null
  return { seq: fromBase32(id.slice(TIME_LENGTH, TIME_LENGTH + SEQ_LENGTH)), salt: id.slice(TIME_LENGTH + SEQ_LENGTH) }
}

/** 40 random bits. */
export function newSalt(random: () => number): string {
  return Array.from({ length: SALT_LENGTH }, () => ALPHABET[Math.floor(random() * 32)] ?? '0').join('')
}

function toBase32(value: number, length: number): string {
  let [rest, text] = [value, '']
  for (let place = 0; place < length; place++) {
    text = (ALPHABET[rest % 32] ?? '0') + text
    rest = Math.floor(rest / 32)
  }
  return text
}

function fromBase32(text: string): number {
  return [...text].reduce((value, digit) => value * 32 + ALPHABET.indexOf(digit), 0)
}
