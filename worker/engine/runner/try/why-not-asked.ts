import type { HoldReason } from '../../../contract/runs/applet-run.ts'

/** Why a service is not asked while something is only tried: nothing waits for the end of the reason. */
export const WHY_NOT_ASKED: Record<HoldReason, string> = {
  plan: 'Your plan does not include this now.',
  connection: 'The account no longer works. Reconnect it.',
  pace: 'Too many calls at once. Please try again in a moment.',
  host: 'The service takes no more calls right now. Please try again soon.',
  calls: 'Six other calls of yours are under way. Please try again in a moment.',
  filter: 'Your filter code takes too much time. Please try again in a minute.',
  service_off: 'This service is paused for everyone. Please try again later.',
  paused: 'You paused your Applets.',
  internal: 'Something on our side is down. Please try again in a moment.',
  reconnected: 'You reconnected the service.',
}
