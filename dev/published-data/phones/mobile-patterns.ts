import metadata from 'libphonenumber-js/mobile/metadata'

/** The calling codes of countries that can be texted. Add another one here, then run `node dev/bootstrap.mjs published-data/phones/write-mobile-numbers`. */
const COUNTRIES = '1 31 32 33 34 39 41 43 44 45 46 47 49 61 64 351 353 358'.split(' ')

/** Where the library's metadata have a country's mobile numbers (its source/metadata.js). */
const TYPES = 11
const MOBILE = 1

/** By calling code, what the mobile numbers of its countries look like after it. */
export function mobilePatterns(): Record<string, string> {
  const names = new Map<string, readonly string[]>(Object.entries(metadata.country_calling_codes))
  const plans = new Map<string, unknown[]>(Object.entries(metadata.countries))
  const patternOf = (name: string) => mobilePattern(name, plans.get(name))
  return Object.fromEntries(
    COUNTRIES.map((code) => [code, [...new Set((names.get(code) ?? []).map(patternOf))].join('|')]),
  )
}

function mobilePattern(name: string, plan: unknown[] = []): string {
  const types: unknown = plan[TYPES]
  const mobile: unknown = Array.isArray(types) ? types[MOBILE] : null
  const pattern: unknown = Array.isArray(mobile) ? mobile[0] : null
  if (typeof pattern !== 'string') throw new Error(`The metadata have no mobile numbers of ${name}.`)
  return pattern
}
