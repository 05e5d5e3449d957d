/** In seconds. */
export const LONGEST_WAIT = 30 * 24 * 3600

/** As typed. */
export type WaitParts = { hours: string; minutes: string; seconds: string }

export function partsOfWait(wait: number): WaitParts {
  const text = (part: number) => (part === 0 ? '' : String(part))
  return {
    hours: text(Math.floor(wait / 3600)),
    minutes: text(Math.floor(wait / 60) % 60),
    seconds: text(wait % 60),
  }
}

/** Null where a part is not a whole number. An empty part is 0. */
export function secondsOf({ hours, minutes, seconds }: WaitParts): number | null {
  const parts = [hours, minutes, seconds].map((text) => (/^\s*\d{0,6}\s*$/.test(text) ? Number(text) : Number.NaN))
  const [h = 0, m = 0, s = 0] = parts
  const sum = h * 3600 + m * 60 + s
  return Number.isNaN(sum) ? null : sum
}

/** Finds the problem with a wait, and the part that has it. */
export function waitProblem(parts: WaitParts): { part: keyof WaitParts; message: string } | null {
  for (const part of ['hours', 'minutes', 'seconds'] as const) {
    const only = { hours: '', minutes: '', seconds: '', [part]: parts[part] }
    if (secondsOf(only) === null) return { part, message: 'Enter a whole number.' }
  }
  const sum = secondsOf(parts) ?? 0
  return sum > LONGEST_WAIT ? { part: 'hours', message: 'Wait at most 30 days, which are 720 hours.' } : null
}
