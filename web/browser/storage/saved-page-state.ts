import { localStore, sessionStore } from './storage.ts'

/** The prefix of everything that pages store for their viewer, so that signing out can clear it. */
export const STATE_PREFIX = 'page-state:'

/** The key of a connection page's saved state, from the connection id and the session id (§3). */
export function savedStateKey(connectionId: number | string, sessionId: string): string {
  return `${STATE_PREFIX}${connectionId}:${sessionId}`
}

/** The key of data that belongs to a user rather than a session (§7 Modal data). */
export function userStateKey(name: string, userId: string): string {
  return `${STATE_PREFIX}${name}:${userId}`
}

/** Clears all stored page state, so that nothing is left for the next user of this browser. */
export function forgetSavedStates() {
  localStore.removeAll(STATE_PREFIX)
  sessionStore.removeAll(STATE_PREFIX)
}
