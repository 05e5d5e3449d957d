import type { PauseReason } from './pause-words.ts'

/**
 * Why an Applet that is on does not do its work. In this order: of several troubles the first one that lasts is told.
 *
 * - `paused`: it was paused by itself, until its user resumes it.
 * - `connection`: too few accounts of the service work; null where it is not known of which.
 * - `service_left`: we no longer offer the service, so it cannot be connected.
 * - `step_gone`: the service does not have a step of it anymore, or does not exist.
 * - `service_stopped`: an operator has stopped the service for now.
 * - `look_failed`: its trigger could not be asked the last time, and why, in words for its user.
 */
export type AppletTrouble =
  | { kind: 'paused'; why: PauseReason }
  | { kind: 'connection'; module_name: string | null }
  | { kind: 'service_left'; module_name: string }
  | { kind: 'step_gone'; module_name: string }
  | { kind: 'service_stopped'; module_name: string }
  | { kind: 'look_failed'; message: string }
