import { LOGIN_RESUME_WINDOW } from '../../../../worker/contract/limits.ts'
import { savedStateKey } from '../../../browser/storage/saved-page-state.ts'
import type { Store } from '../../../browser/storage/storage.ts'

/** Consent at several services may take a while; what was pressed longer ago is no longer meant. */
export const CONNECT_RESUME_WINDOW = 30 * 60_000

const LOGIN_KEY = 'connect-request'

type Given = {
  local: Pick<Store, 'read' | 'write' | 'remove'>
  session: Pick<Store, 'read' | 'write' | 'remove'>
  now: () => number
  appletId: number
  /** Public row id of the session; null: a visitor, who has nothing saved. */
  sessionId: string | null
}

export type ConnectMemory = ReturnType<typeof connectMemory>

/** What outlives the page while the browser is at a service or signing in (§3, §4.10). Times in ms of this browser. */
export function connectMemory({ local, session, now, appletId, sessionId }: Given) {
  const key = savedStateKey(appletId, sessionId ?? '')
  return {
    rememberConnect(missing: number) {
      if (sessionId !== null) local.write(key, JSON.stringify({ connectClicked: now(), missing }))
    },
    /** How many services were missing when Connect was pressed; null where it was not, or too long ago. */
    savedMissing(): number | null {
      const saved = sessionId === null ? null : readRecord(local.read(key))
      const missing = saved?.missing
      const fresh = isNewer(saved?.connectClicked, now(), CONNECT_RESUME_WINDOW)
      return fresh && typeof missing === 'number' ? missing : null
    },
    forget() {
      if (sessionId !== null) local.remove(key)
    },
    /** In session storage without the session's id, because signing in changes the session (§D3.6). */
    rememberLogin() {
      session.write(LOGIN_KEY, JSON.stringify({ applet: appletId, authRequestedAt: now() }))
    },
    /** Whether this page's Connect asked for the login that the viewer is back from. Asks once. */
    takeLogin(): boolean {
      const request = sessionId === null ? null : readRecord(session.read(LOGIN_KEY))
      if (request?.applet !== appletId) return false
      session.remove(LOGIN_KEY)
      return isNewer(request.authRequestedAt, now(), LOGIN_RESUME_WINDOW)
    },
  }
}

/** By elapsed time on one clock; a moment in the future is a clock that was set, not a fresh press. */
function isNewer(at: unknown, now: number, window: number): boolean {
  return typeof at === 'number' && at <= now && now - at < window
}

/** Anyone can write to storage, so what is read is any object or nothing. */
function readRecord(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
