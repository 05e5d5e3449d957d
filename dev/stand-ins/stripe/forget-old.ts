import type { Emulator } from '../../../packages/stripe-stand-in/index.ts'
import { DAY } from '../../../worker/contract/shared/durations.ts'

/**
 * Keeps only the latest events, and idempotent responses for a day, because the state file is written at each change.
 */
export function forgetOld(state: Emulator['state'], now: number, events = 500): void {
  const known = Object.entries(state.objects.event ?? {})
  if (known.length > events) state.objects.event = Object.fromEntries(known.slice(-events))
  for (const [key, { at }] of Object.entries(state.answers)) if (at < now - DAY) delete state.answers[key]
}
