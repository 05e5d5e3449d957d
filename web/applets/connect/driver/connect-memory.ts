import { LOGIN_RESUME_WINDOW } from '../../../../worker/contract/limits.ts'
import { savedStateKey } from '../../../browser/storage/saved-page-state.ts'
import type { Store } from '../../../browser/storage/storage.ts'

/** Consent at several services may take a while; older presses no longer count. */
export const CONNECT_RESUME_WINDOW = 30 * 60_000

const LOGIN_KEY = 'connect-request'

type Given = {
  local: Pick<Store, 'read' | 'write' | 'remove'>
  session: Pick<Store, 'read' | 'write' | 'remove'>
  now: () => number
  appletId: number
  /** The version that the page shows. */
  rev: number
  /** Public row id of the session; null for a visitor, who has nothing saved. */
  sessionId: string | null
}

export type ConnectMemory = ReturnType<typeof connectMemory>

/** Keeps what must survive a visit to a service or to sign-in (§3, §4.10). Times are this browser's, in ms. */
export function connectMemory({ local, session, now, appletId, rev, sessionId }: Given) {
  const key = savedStateKey(appletId, sessionId ?? '')
  return {
    rememberConnect(missing: number) {
      if (sessionId !== null) local.write(key, JSON.stringify({ connectClicked: now(), missing, rev }))
    },
    /** How many services were missing when Connect was pressed; null when it was not pressed, or too long ago. */
    savedMissing(): number | null {
      const saved = sessionId === null ? null : readRecord(local.read(key))
      const missing = saved?.missing
      const fresh = isNewer(saved?.connectClicked, now(), CONNECT_RESUME_WINDOW)
      return fresh && typeof missing === 'number' ? missing : null
    },
    /** Whether the page had another version when its press was saved: then the press no longer counts. */
    showedOther(): boolean {
      if (sessionId === null) return false
      const login = readRecord(session.read(LOGIN_KEY))
      const saved = [readRecord(local.read(key)), login?.applet === appletId ? login : null]
      return saved.some((press) => press !== null && press.rev !== rev)
    },
    forget() {
      if (sessionId !== null) local.remove(key)
    },
    /** In session storage and without the session id, because signing in changes the session. */
    rememberLogin() {
      session.write(LOGIN_KEY, JSON.stringify({ applet: appletId, authRequestedAt: now(), rev }))
    },
    /** Whether the login that the viewer returns from was requested by this page's Connect. True only once. */
    takeLogin(): boolean {
      const request = sessionId === null ? null : readRecord(session.read(LOGIN_KEY))
      if (request?.applet !== appletId) return false
      session.remove(LOGIN_KEY)
      return isNewer(request.authRequestedAt, now(), LOGIN_RESUME_WINDOW)
    },
  }
}

/** A time in the future means that the clock was set, not that the press is fresh. */
function isNewer(at: unknown, now: number, window: number): boolean {
  return typeof at === 'number' && at <= now && now - at < window
}

/** Anyone can write to storage, so stored data is any object or nothing. */
function readRecord(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
