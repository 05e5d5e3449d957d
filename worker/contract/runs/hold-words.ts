import type { HoldReason } from './applet-run.ts'

/** Why a run is held, and what ends that. */
export const HOLD_WORDS: Record<HoldReason, string> = {
  plan: 'Your plan does not include what this Applet uses. It goes on when your plan does.',
  connection: 'A connection no longer works. It goes on when you reconnect it.',
  pace: 'Many events came at once. They are done one after the other, as fast as your plan allows.',
  host: 'The service has trouble, or asks us to slow down. It goes on when it answers again.',
  calls: 'Six other calls of yours were under way, so this one was not sent. It goes on soon.',
  filter: 'Your filter code takes too much time. It goes on within a minute.',
  service_off: 'This service is paused for everyone. It goes on when it is back.',
  paused: 'You paused your Applets. It goes on when the pause ends.',
  internal: 'Something on our side is away. It goes on by itself.',
  reconnected: "You reconnected the service. Choose on the Applet's page whether this is still done.",
}

/** Whether trying at once may help: nothing else ends the hold first. */
export const MAY_TRY_NOW: Record<HoldReason, boolean> = {
  plan: false,
  connection: false,
  pace: false,
  host: true,
  calls: true,
  filter: false,
  service_off: false,
  paused: false,
  internal: true,
  reconnected: false,
}
