import { HOUR, MINUTE } from '../../../contract/shared/durations.ts'
import { tierAllows } from '../../../contract/enablement/enablement-rules.ts'
import type { HoldReason } from '../../../contract/runs/applet-run.ts'
import { FEATURES, type Tier } from '../../../contract/tiers.ts'
import type { Program } from '../../../system/runner-api/program.ts'

/** How long a held run waits before it is looked at again, in ms; what ends a hold usually wakes it first. */
export const INTERNAL_HOLD = 30_000
export const SERVICE_HOLD = 5 * MINUTE
export const PLAN_HOLD = HOUR
/** After a call that got no place: by then one that hangs has ended. */
export const CALLS_HOLD = 15_000

/** Whether the tier allows what the program needs, checked again when a run begins. */
export function isProgramAllowed({ needs }: Program, tier: Tier): boolean {
  const { plan, several_accounts: multi_service_account, ...others } = needs
  const used = { ...others, multi_service_account }
  const features = FEATURES.filter((feature) => used[feature])
  return tierAllows(tier, { features, services: plan === null ? [] : [plan] })
}

/** Why a run is held, in words. */
export const HOLD_WORDS: Record<HoldReason, string> = {
  plan: 'Your plan does not include this now. It goes on when it does.',
  connection: 'A connection no longer works. It goes on when you reconnect it.',
  pace: "More came at once than your plan's events a minute. It is done in turn.",
  host: 'The service does not answer many of our users. We try again soon.',
  calls: 'Six other calls of yours were under way, so this one was not sent. We try again soon.',
  filter: 'Your filter code takes too much time. It goes on within a minute.',
  service_off: 'This service is paused for everyone. It goes on by itself.',
  paused: 'You paused your Applets. It goes on when the pause ends.',
  internal: 'Something on our side is away. It goes on by itself.',
  reconnected: 'You reconnected the service. Do what waited, or drop it.',
}

/** Whether a local minute of the day is inside quiet hours, which may go over midnight. */
export function isQuiet({ from, to }: { from: number; to: number }, minute: number): boolean {
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to
}
