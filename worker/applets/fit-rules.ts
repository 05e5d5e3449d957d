import { TIER_LIMITS, type Tier } from '../contract/tiers.ts'

/** An enablement that runs, or that a plan paused. Times in ms. */
export type Held = {
  id: string
  status: 'enabled' | 'disabled'
  last_run: number | null
  updated_at: number
}

/**
 * What a tier keeps running of these (design §3.3): those used last, as many as it allows. The rest pauses; where there
 * is room, what was paused resumes, again the last used first. Whatever else a tier allows an Applet is decided here.
 */
export function fit(tier: Tier, held: readonly Held[]): { pause: string[]; resume: string[] } {
  const room = TIER_LIMITS[tier].applets ?? Infinity
  const byUse = held.toSorted((a, b) => lastUse(b) - lastUse(a) || (a.id < b.id ? -1 : 1))
  const running = byUse.filter(({ status }) => status === 'enabled')
  const paused = byUse.filter(({ status }) => status === 'disabled')
  return {
    pause: running.slice(room).map(({ id }) => id),
    resume: paused.slice(0, Math.max(0, room - running.length)).map(({ id }) => id),
  }
}

/** Setting it up is using it too. */
function lastUse({ last_run, updated_at }: Held): number {
  return Math.max(last_run ?? 0, updated_at)
}
