import { tierAllows, type Needs } from './enablement-rules.ts'
import { PLANS, type Tier } from '../tiers.ts'

/** An enablement that runs or that a plan paused. Times in ms. */
export type CountedEnablement = {
  id: string
  status: 'enabled' | 'disabled'
  last_run: number | null
  updated_at: number
  /** The Applet's parts that not every tier allows. */
  needs: Needs
}

/**
 * Decides which enablements a tier keeps running: the most recently used of those it allows, up to its quota.
 * The rest are paused. Free room goes to paused enablements, most recently used first.
 */
export function decidePauses(tier: Tier, held: readonly CountedEnablement[]): { pause: string[]; resume: string[] } {
  const room = PLANS[tier].applets ?? Infinity
  const byUse = held.toSorted((a, b) => lastUse(b) - lastUse(a) || (a.id < b.id ? -1 : 1))
  const allowed = byUse.filter(({ needs }) => tierAllows(tier, needs))
  const running = allowed.filter(({ status }) => status === 'enabled')
  const keep = new Set(running.slice(0, room))
  const paused = allowed.filter(({ status }) => status === 'disabled')
  return {
    pause: byUse.filter((each) => each.status === 'enabled' && !keep.has(each)).map(({ id }) => id),
    resume: paused.slice(0, Math.max(0, room - running.length)).map(({ id }) => id),
  }
}

/** Enabling or editing counts as using. */
function lastUse({ last_run, updated_at }: CountedEnablement): number {
  return Math.max(last_run ?? 0, updated_at)
}
