import type { AppletHealth } from './applet-run.ts'

export type PauseReason = NonNullable<AppletHealth['paused']>

/** Why an Applet was paused by itself: "… because it failed 20 times in a row." */
export const PAUSE_WORDS: Record<PauseReason, string> = {
  failing: 'it failed 20 times in a row',
  broken_connection: 'its connection has not worked for 14 days',
  loop: 'it starts itself again and again',
}
