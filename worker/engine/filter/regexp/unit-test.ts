export type UnitTest = (code: number) => boolean

/** Classes that the host first works out for all of Unicode take up to half a millisecond, others next to nothing. */
export function unitCost(source: string, flags: string): number {
  if (/\\p/i.test(source)) return 2_500
  return /[iu]/.test(flags) && source.startsWith('[') ? 800 : 40
}

/**
 * Whether one character matches `source`: a class such as `[^a-z]`, an escape, or a character. The host's own engine
 * decides, on that single character, so that case, classes and Unicode are exactly those of JavaScript.
 */
export function unitTest(source: string, flags: string): UnitTest {
  const unicode = flags.includes('u')
  const single = new RegExp(`^(?:${source})$`, flags.replaceAll(/[^isu]/g, ''))
  const known = new Uint8Array(256)
  const test = (code: number) => single.test(unicode ? String.fromCodePoint(code) : String.fromCharCode(code))
  return (code) => {
    if (code > 255) return test(code)
    if (known[code] === 0) known[code] = test(code) ? 1 : 2
    return known[code] === 1
  }
}
