/**
 * The color of a service or an Applet as shown: shifted where necessary until text in this tone is readable (WCAG 2.2
 * AA). The Worker computes it, so that no page carries the arithmetic. `background`: six-digit hex, opaque.
 */
export type Brand = { background: string; tone: 'white' | 'ink' }

type Rgb = readonly [number, number, number]

/** The two tones of web/ui/styles/tokens.css. */
export const TEXT: Record<Brand['tone'], string> = { white: '#ffffff', ink: '#14171a' }
const ENOUGH = 4.5
/** The fallback for a color that cannot be parsed: a neutral slate. */
const NEUTRAL: Rgb = [69, 78, 89]
const LIGHTNESS_STEP = 0.005

/** Colors come back: those of a catalog, and of the Applets that many look at. */
const known = new Map<string, Brand>()
const MOST_KNOWN = 1000

export function onBrand(color: string): Brand {
  const brand = known.get(color) ?? toBrand(color)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(color, brand)
  return brand
}

function toBrand(color: string): Brand {
  const start = parseColor(color) ?? NEUTRAL
  const [lightness, a, b] = toOklab(start)
  // White first: where neither tone reaches 4.5:1, a slightly darker brand looks truer than a paler one.
  for (let shift = 0; ; shift += LIGHTNESS_STEP) {
    const background = shift === 0 ? start : fromOklab([Math.max(0, lightness - shift), a, b])
    const tone = (['white', 'ink'] as const).find((each) => contrastRatio(hex(background), TEXT[each]) >= ENOUGH)
    if (tone) return { background: hex(background), tone }
  }
}

/** Hex of 3, 4, 6 or 8 digits and rgb()/rgba() of 3 or 4 parts (§5). Transparency is blended with white. */
export function parseColor(color: string): Rgb | undefined {
  return parseHex(color.trim()) ?? parseRgb(color.trim())
}

function parseHex(color: string): Rgb | undefined {
  const digits = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(color)?.[1]
  if (!digits) return undefined
  const full = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits
  const part = (index: number) => Number.parseInt(full.slice(index * 2, index * 2 + 2) || 'ff', 16)
  return overWhite([part(0), part(1), part(2)], part(3) / 255)
}

function parseRgb(color: string): Rgb | undefined {
  const inside = /^rgba?\(([^()]*)\)$/i.exec(color)?.[1]
  if (inside === undefined) return undefined
  const parts = inside.trim().split(/\s*[,/]\s*|\s+/)
  if (parts.length < 3 || parts.length > 4) return undefined
  if (!parts.every((part) => /^\d+(\.\d+)?%?$|^\.\d+$/.test(part))) return undefined
  const [red = 0, green = 0, blue = 0] = parts.slice(0, 3).map((part) => amount(part, 255))
  return overWhite([red, green, blue], parts[3] === undefined ? 1 : amount(parts[3], 1))
}

function amount(part: string, whole: number): number {
  const value = part.endsWith('%') ? (Number.parseFloat(part) / 100) * whole : Number(part)
  return Math.min(whole, value)
}

function overWhite([red, green, blue]: Rgb, alpha: number): Rgb {
  const mix = (part: number) => Math.round(part * alpha + 255 * (1 - alpha))
  return [mix(red), mix(green), mix(blue)]
}

/** The WCAG contrast ratio of two six-digit hex colors. */
export function contrastRatio(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red, green, blue] = parseHex(color) ?? NEUTRAL
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)
}

function toLinear(part: number): number {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function fromLinear(share: number): number {
  const shown = share <= 0.0031308 ? share * 12.92 : 1.055 * Math.max(0, share) ** (1 / 2.4) - 0.055
  return Math.round(Math.min(1, Math.max(0, shown)) * 255)
}

function hex(color: Rgb): string {
  return `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** Björn Ottosson's Oklab: hue and chroma stay while the lightness is shifted. */
function toOklab(color: Rgb): Rgb {
  const [r, g, b] = [toLinear(color[0]), toLinear(color[1]), toLinear(color[2])]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromOklab([lightness, a, b]: Rgb): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}
