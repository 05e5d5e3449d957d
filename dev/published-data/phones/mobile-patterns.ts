import metadata from 'libphonenumber-js/mobile/metadata'

/** The calling codes of countries that can be texted. Add another one here, then run `node dev/bootstrap.mjs published-data/phones/write-mobile-numbers`. */
const COUNTRIES = '31 32 33 34 39 41 43 44 45 46 47 49 61 64 351 353 358'.split(' ')

/** The countries that the calling code 1 means by itself. */
const NORTH_AMERICA = ['US', 'CA', 'PR', 'VI']

/** The others under it, where texts cost many times more: each is named by its area codes, such as 1876. */
const ISLANDS = {
  AG: '268',
  AI: '264',
  AS: '684',
  BB: '246',
  BM: '441',
  BS: '242',
  DM: '767',
  DO: '809 829 849',
  GD: '473',
  GU: '671',
  JM: '658 876',
  KN: '869',
  KY: '345',
  LC: '758',
  MP: '670',
  MS: '664',
  SX: '721',
  TC: '649',
  TT: '868',
  VC: '784',
  VG: '284',
}

/** Where the library's metadata have a country's mobile numbers (its source/metadata.js). */
const TYPES = 11
const MOBILE = 1

/** By calling code, what the mobile numbers of its countries look like after it; of islands, with their area code. */
export function mobilePatterns(): Record<string, string> {
  const names = new Map<string, readonly string[]>(Object.entries(metadata.country_calling_codes))
  const plans = new Map<string, unknown[]>(Object.entries(metadata.countries))
  const patternOf = (name: string) => mobilePattern(name, plans.get(name))
  const patternsOf = (countries: readonly string[]) => [...new Set(countries.map(patternOf))].join('|')
  return Object.fromEntries([
    ['1', patternsOf(NORTH_AMERICA)],
    ...COUNTRIES.map((code) => [code, patternsOf(names.get(code) ?? [])]),
    ...Object.entries(ISLANDS).flatMap(([name, codes]) =>
      codes.split(' ').map((code) => [`1${code}`, patternOf(name)]),
    ),
  ])
}

function mobilePattern(name: string, plan: unknown[] = []): string {
  const types: unknown = plan[TYPES]
  const mobile: unknown = Array.isArray(types) ? types[MOBILE] : null
  const pattern: unknown = Array.isArray(mobile) ? mobile[0] : null
  if (typeof pattern !== 'string') throw new Error(`The metadata have no mobile numbers of ${name}.`)
  return pattern
}
