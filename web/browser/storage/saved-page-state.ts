import { localStore, sessionStore } from './storage.ts'

/** Under it lies whatever a page keeps for its viewer, so that signing out can clear all of it. */
export const STATE_PREFIX = 'page-state:'

/** The key of a connection page's saved state: built from the connection id and the session id (§3). */
export function savedStateKey(connectionId: number | string, sessionId: string): string {
  return `${STATE_PREFIX}${connectionId}:${sessionId}`
}

/** The key of what is one user's, whatever their session (§7 Modal data). */
export function userStateKey(name: string, userId: string): string {
  return `${STATE_PREFIX}${name}:${userId}`
}

/** Nothing of a viewer stays behind for the next one at this browser. */
export function forgetSavedStates() {
  localStore.removeAll(STATE_PREFIX)
  sessionStore.removeAll(STATE_PREFIX)
}
