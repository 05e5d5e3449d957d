/** Browsers whose user agents name other browsers come first. */
const BROWSERS = [
  [/\bEdg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)[\d.]* .*\bSafari\//, 'Safari'],
] as const

/** A browser's name and major version, such as "Firefox 144", and no more of its user agent; "other" if unknown. */
export function browserName(userAgent: string | null): string {
  for (const [pattern, name] of BROWSERS) {
    const version = pattern.exec(userAgent ?? '')?.[1]
    if (version !== undefined) return `${name} ${version}`
  }
  return 'other'
}
