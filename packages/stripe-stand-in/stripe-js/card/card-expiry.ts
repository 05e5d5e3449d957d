export type ExpiryProblem =
  | 'incomplete_expiry'
  | 'invalid_expiry_year'
  | 'invalid_expiry_year_past'
  | 'invalid_expiry_month_past'

/** How many years ahead a card may expire. */
const MOST_YEARS = 50

/** MMYY from typed, pasted or autofilled text, such as `5`, `5/27`, `0527` or `05/2027`. */
export function expiryDigits(text: string): string {
  const oneDigitMonth = /^\s*[1-9]\s*\/|^\s*[2-9]/.test(text)
  let digits = (oneDigitMonth ? '0' : '') + text.replaceAll(/\D/g, '')
  // 13 can only be January, followed by a year.
  if (/^1[3-9]/.test(digits)) digits = `0${digits}`
  if (digits.startsWith('00')) digits = '0'
  if (/^\d\d20\d\d$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4)
  return digits.slice(0, 4)
}

/** `deleting` omits the separator after the month, so that deleting gets past it. */
export function printExpiry(digits: string, deleting = false): string {
  if (digits.length < 2 || (digits.length === 2 && deleting)) return digits
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`
}

export function expiryProblem(digits: string, today: Date): ExpiryProblem | undefined {
  if (digits.length < 4) return 'incomplete_expiry'
  const month = Number(digits.slice(0, 2))
  const year = 2000 + Number(digits.slice(2))
  const thisYear = today.getFullYear()
  if (year < thisYear) return 'invalid_expiry_year_past'
  if (year > thisYear + MOST_YEARS) return 'invalid_expiry_year'
  return year === thisYear && month < today.getMonth() + 1 ? 'invalid_expiry_month_past' : undefined
}
