import { localStore, sessionStore } from './storage.ts'

/** Under it lies whatever a page keeps for its viewer, so that signing out can clear all of it. */
const PREFIX = 'page-state:'

/** The key of a connection page's saved state: built from the connection id and the session id (§3). */
export function savedStateKey(connectionId: number | string, sessionId: string): string {
  return `${PREFIX}${connectionId}:${sessionId}`
}

/** The key of what is one user's, whatever their session (§7 Modal data). */
export function userStateKey(name: string, userId: string): string {
  return `${PREFIX}${name}:${userId}`
}

/** Nothing of a viewer stays behind for the next one at this browser. */
export function forgetSavedStates() {
  localStore.removeAll(PREFIX)
  sessionStore.removeAll(PREFIX)
}
