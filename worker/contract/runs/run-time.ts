/** The digits of a ULID: Crockford's base32. */
export const ULID_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** How many of a ULID's 26 digits hold its time in ms. */
export const TIME_DIGITS = 10

/** When a run began, in ms: the time in its id. */
export function runTime(id: string): number {
  return readDigits(id.slice(0, TIME_DIGITS))
}

export function readDigits(digits: string): number {
  return [...digits].reduce((value, digit) => value * 32 + ULID_DIGITS.indexOf(digit), 0)
}
