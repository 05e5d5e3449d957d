import type { EmulatorState } from '../store/stripe-objects.ts'

const DAY = 24 * 60 * 60 * 1000

/** Stripe forgets events after 30 days and answers after one; a file that is written at each change keeps less. */
export function forgetOld(state: EmulatorState, now: number, events = 500): void {
  const known = Object.entries(state.objects.event ?? {})
  if (known.length > events) state.objects.event = Object.fromEntries(known.slice(-events))
  for (const [key, { at }] of Object.entries(state.answers)) if (at < now - DAY) delete state.answers[key]
}
