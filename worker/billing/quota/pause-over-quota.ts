import { needsOfSteps } from '../../contract/enablement/enablement-rules.ts'
import { decidePauses, type CountedEnablement } from '../../contract/enablement/pause-rules.ts'
import type { Tier } from '../../contract/tiers.ts'
import { readHeldApplets, writePauses, type DecidedOf } from '../../db/applets/plan-pauses.ts'
import type { ClockCtx, Ctx, DbCtx } from '../../system/context/context.ts'
import { tierOf } from '../../users/entitlements/entitlement-rules.ts'

/** How often the decision is retried when the user enables, disables or pays in between. */
const TRIES = 5

type PauseDecision = ReturnType<typeof decidePauses>

/**
 * Fits the user's Applets to their plan: pauses those that it does not allow or has no room for, and resumes paused
 * Applets that fit again. Call it after changing a user's entitlement; calling it twice is harmless. Returns how many
 * it paused and resumed.
 */
export async function pauseOverQuota(ctx: Ctx, user_id: string): Promise<{ paused: number; resumed: number }> {
  for (let tries = 0; tries < TRIES; tries++) {
    const { change, decided_of } = await decideByUse(ctx, user_id)
    const { pause, resume } = change
    if (pause.length + resume.length === 0) return { paused: 0, resumed: 0 }
    if (await writePauses(ctx, change, decided_of)) return { paused: pause.length, resumed: resume.length }
  }
  return { paused: 0, resumed: 0 }
}

/** The Applets that this tier would pause if it began now, by name. Changes nothing. */
export async function listPausedBy(ctx: Ctx, user_id: string, tier: Tier): Promise<{ id: number; name: string }[]> {
  const { change, held } = await decideByUse(ctx, user_id, tier)
  return held
    .filter(({ id }) => change.pause.includes(id))
    .map(({ applet_id, name }) => ({ id: applet_id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

/** The choice of what to pause depends on when each Applet last ran, so that is brought up to date first. */
async function decideByUse(ctx: Ctx, user_id: string, tier?: Tier): ReturnType<typeof decide> {
  const first = await decide(ctx, user_id, tier)
  if (first.change.pause.length === 0) return first
  await ctx.accountParts.runner.refreshRunCounts(ctx, user_id)
  return decide(ctx, user_id, tier)
}

type Held = CountedEnablement & { applet_id: number; name: string }

/** Decides what to pause and resume under the user's tier, or another one. */
async function decide(
  { db, now }: DbCtx & ClockCtx,
  user_id: string,
  tier?: Tier,
): Promise<{ change: PauseDecision; held: Held[]; decided_of: DecidedOf }> {
  const { plans, held: read } = await readHeldApplets(db, user_id)
  const held = read.map(({ steps, has_filter, ...row }) => ({ ...row, needs: needsOfSteps(steps, has_filter) }))
  const running = held.filter(({ status }) => status === 'enabled').length
  return {
    change: decidePauses(tier ?? tierOf(plans, now()), held),
    held,
    decided_of: { user_id, running, mark: plans[0]?.mark ?? '' },
  }
}
