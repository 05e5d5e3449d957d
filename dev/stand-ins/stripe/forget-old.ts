import type { Emulator } from '../../../packages/stripe-stand-in/index.ts'
import { DAY } from '../../../worker/contract/shared/durations.ts'

/** So many events are kept. */
const EVENTS = 500

/**
 * Keeps only the latest events, and idempotent responses for a day, because the state file is written at each change.
 */
export function forgetOld(state: Emulator['state'], now: number): void {
  const known = Object.entries(state.objects.event ?? {})
  if (known.length > EVENTS) state.objects.event = Object.fromEntries(known.slice(-EVENTS))
  for (const [key, { at }] of Object.entries(state.answers)) if (at < now - DAY) delete state.answers[key]
}
