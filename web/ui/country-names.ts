const names = new Intl.DisplayNames('en', { type: 'region' })

/** "Germany" for "DE"; what was given for anything that is not a country. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code
}
