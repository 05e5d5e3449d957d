/** Why an Applet was paused by itself: "… because it failed 20 times in a row." */
export const PAUSE_WORDS = {
  failing: 'it failed 20 times in a row',
  broken_connection: 'its connection has not worked for 14 days',
  loop: 'it starts itself again and again',
} as const
export type PauseReason = keyof typeof PAUSE_WORDS
