import { editPath, safeReturnTo } from '../../worker/contract/addresses.ts'
import type { AppletForViewer, AppletOfUser } from '../../worker/contract/applets.ts'
import type { ErrorCode } from '../../worker/contract/errors.ts'
import {
  AUTO_CLICK_DELAY,
  CHECK_MARK_FRAMES,
  CHECK_MARK_FRAMES_A_SECOND,
  CONNECT_SUCCESS_DELAY,
  SUCCESS_STEP_DELAY,
} from '../../worker/contract/limits.ts'
import { failedTo } from './applet-words.ts'
import { begin, leave, play, rest, stay, type Effect, type Transition } from './connect-moves.ts'
import {
  authenticationUrl,
  bulkActivationUrl,
  isAnimation,
  isBusy,
  isLive,
  returnPath,
  statusOf,
  unconnectedServices,
  type ConnectState,
} from './connect-state.ts'

/*
 *                    countdownCancelled
 *            ┌────────────────────────────┐
 *            ▼     opened (auto-connect)  │
 *  ┌────── idle ───────────────────────▶ counting ──elapsed (3 s), pressed──▶ as a press of Connect
 *  │         │
 *  │         │ pressed, or opened after consent or login:
 *  │         ├─ visitor ──────────────────────▶ leaving (login)
 *  │         ├─ blocked by the rules of §6 ───▶ creating, which the server refuses with the way on
 *  │         ├─ services not connected ───────▶ leaving (services)
 *  │         ├─ disabled_for_user ────────────▶ saving ────saved────▶ enabled: the success animation
 *  │         ├─ dynamic config ──▶ checking ──checked (free)─┐
 *  │         │                        └─checked (exists)─▶ idle, flash
 *  │         ├─ needs configuration ◀────────────────────────┤
 *  │         │      └─▶ leaving (settling: the edit path)    │
 *  │         ├─ otherwise ───────────────────────────────────┴──▶ creating ──created──▶ enabled, as above
 *  │         └─ enabled_for_user ─▶ disabling ──disabled──▶ releasing ──elapsed──▶ disconnected ──elapsed──▶ idle
 *  │
 *  │  The success animation (§4.11):  succeeding ──elapsed (2 s)──▶ succeeded ──elapsed (1.5 s)──▶ idle, "Connected"
 *  │  of a live channel:              succeeding ──elapsed (2 s)──▶ drawing ──elapsed (4 s)──▶ idle
 *  │  pressed in an animation ─▶ as a press at rest: the server has it already, so the newest state is what is meant
 *  │
 *  ├─ refused (checking, creating, saving, disabling): redirect_to ─▶ leaving; else idle and a danger flash
 *  ├─ elapsed (leaving: the browser never left) ─▶ idle
 *  └─ returned ─▶ reads the viewer's part; viewerRead, appletReplaced ─▶ idle with the server's truth
 *
 * archived refuses every press. What carries an older attempt's number changes nothing: the last intent wins.
 */
export type ConnectEvent =
  | {
      type: 'opened'
      /** How many services were missing when the browser left to connect them; null: it did not, or long ago. */
      savedMissing: number | null
      /** Back from a login that a press of Connect asked for, within the window of §4.10. */
      loggedIn: boolean
      /** What a service or the activation had to say (§8 access_denied). */
      denied: string | null
      autoConnect: boolean
    }
  | { type: 'pressed' | 'countdownCancelled' | 'returned' }
  | { type: 'elapsed'; attempt: number }
  | { type: 'checked'; attempt: number; exists: string | null }
  | { type: 'created' | 'saved' | 'disabled'; attempt: number; applet: AppletOfUser }
  | { type: 'refused'; attempt: number; refusal: Refusal }
  | { type: 'viewerRead'; attempt: number; viewer: AppletForViewer | null }
  | { type: 'appletReplaced'; applet: AppletOfUser }

export type Refusal = { status: number; code: ErrorCode | null; message: string; redirectTo: string | null }

/** §4.11 gives no times for the way back: the knob slides and "Disconnecting…" can be read, so can "Disconnected". */
export const DISCONNECTING_SHOWN = 1000
const DISCONNECTED_SHOWN = 1500
/** All frames of the check mark at their rate: 4 s (§4.11, §9). */
const CHECK_MARK_DRAWN = (CHECK_MARK_FRAMES / CHECK_MARK_FRAMES_A_SECOND) * 1000

export function connectFlow(state: ConnectState, event: ConnectEvent): Transition {
  if ('attempt' in event && event.attempt !== state.attempt) return stay(state)
  switch (event.type) {
    case 'opened':
      return opened(state, event)
    case 'pressed':
      return isBusy(state) ? stay(state) : pressed(state)
    case 'countdownCancelled':
      return state.kind === 'counting' ? rest(state, []) : stay(state)
    case 'elapsed':
      return elapsed(state)
    case 'checked':
      return state.kind === 'checking' ? checked(state, event.exists) : stay(state)
    case 'created':
      return state.kind === 'creating' ? enabled(state, event.applet, 'created') : stay(state)
    case 'saved':
      return state.kind === 'saving' ? enabled(state, event.applet, 'updated') : stay(state)
    case 'disabled':
      return state.kind === 'disabling' ? disabled(state, event.applet) : stay(state)
    case 'refused':
      return refused(state, event.refusal)
    case 'returned':
      return isBusy(state) || !state.viewer ? stay(state) : stay(state, [{ do: 'readViewer', attempt: state.attempt }])
    case 'viewerRead':
      return isBusy(state) ? stay(state) : viewerRead(state, event.viewer)
    case 'appletReplaced': {
      const replaced = { ...state, applet: event.applet, viewer: event.applet }
      // A call that is under way still ends as it would have.
      return isBusy(state) ? stay(replaced) : rest({ ...replaced, outcome: 'loaded' }, [])
    }
  }
}

type Opened = Extract<ConnectEvent, { type: 'opened' }>

function opened(state: ConnectState, { savedMissing, loggedIn, denied, autoConnect }: Opened): Transition {
  if (denied !== null) return stay(state, [{ do: 'forget' }, { do: 'flash', message: denied }])
  if (!state.viewer) return stay(state)
  if (statusOf(state) === 'enabled_for_user') return stay(state, [{ do: 'forget' }])
  const missing = unconnectedServices(state).length
  // Only progress goes on by itself: whoever came back without connecting anything is not sent away again.
  if (loggedIn || (savedMissing !== null && missing < savedMissing)) return connect(state)
  if (savedMissing !== null) return stay(state, [{ do: 'forget' }])
  const never = statusOf(state) === 'never_enabled_for_user'
  if (!autoConnect || !never || missing === 0 || state.viewer.enablement_rules.block_user) return stay(state)
  const attempt = state.attempt + 1
  return {
    state: { ...state, kind: 'counting', attempt },
    effects: [{ do: 'wait', attempt, milliseconds: AUTO_CLICK_DELAY }],
  }
}

function pressed(state: ConnectState): Transition {
  return statusOf(state) === 'enabled_for_user' ? begin(state, 'disabling', 'disable') : connect(state)
}

/** What a press of Connect or Reconnect leads to (§4.8, §4.10). */
function connect(state: ConnectState): Transition {
  if (!state.viewer) return leave(state, 'login', authenticationUrl(state))
  const status = statusOf(state)
  if (status === 'archived') return stay(state)
  // No consent for nothing: the server says what blocks this user and where that is settled (§6).
  if (state.viewer.enablement_rules.block_user) return begin(state, 'creating', 'create')
  if (unconnectedServices(state).length > 0) return leave(state, 'services', bulkActivationUrl(state))
  if (status === 'disabled_for_user') return save(state)
  if (state.applet.config_type === 'dynamic') return begin(state, 'checking', 'check')
  return createOrConfigure(state)
}

function save(state: ConnectState): Transition {
  const attempt = state.attempt + 1
  return {
    state: { ...state, kind: 'saving', attempt },
    effects: [{ do: 'save', attempt, input: { preserve_applet_fields: true } }],
  }
}

function createOrConfigure(state: ConnectState): Transition {
  if (state.applet.needs_configuration) return leave(state, 'settling', editPath(state.applet))
  return begin(state, 'creating', 'create')
}

function checked(state: ConnectState, exists: string | null): Transition {
  return exists === null ? createOrConfigure(state) : rest(state, [{ do: 'forget' }, { do: 'flash', message: exists }])
}

function enabled(state: ConnectState, applet: AppletOfUser, outcome: 'created' | 'updated'): Transition {
  const success = { ...state, applet, viewer: applet, outcome }
  return play(success, 'succeeding', SUCCESS_STEP_DELAY, [{ do: 'forget' }, { do: 'announceEnabled' }])
}

function disabled(state: ConnectState, applet: AppletOfUser): Transition {
  const off = { ...state, applet, viewer: applet, outcome: 'disabled' as const }
  return play(off, 'releasing', DISCONNECTING_SHOWN, [{ do: 'forget' }])
}

function elapsed(state: ConnectState): Transition {
  switch (state.kind) {
    case 'counting':
      // Nobody pressed: the services are asked by a press on the way (design §3.6).
      return leave(state, 'services', `${bulkActivationUrl(state)}&ask=1`)
    case 'succeeding':
      return isLive(state)
        ? play(state, 'drawing', CHECK_MARK_DRAWN, [])
        : play(state, 'succeeded', CONNECT_SUCCESS_DELAY, [])
    case 'releasing': {
      // Words, not motion: "Disconnected" has its moment where motion is reduced too.
      const wait = { do: 'wait', attempt: state.attempt, milliseconds: DISCONNECTED_SHOWN } as const
      return { state: { ...state, kind: 'disconnected' }, effects: [wait] }
    }
    case 'leaving':
    case 'succeeded':
    case 'drawing':
    case 'disconnected':
      return rest(state, [])
    default:
      return stay(state)
  }
}

const VERBS = { checking: 'creating', creating: 'creating', saving: 'updating', disabling: 'disabling' } as const

function refused(state: ConnectState, { status, code, message, redirectTo }: Refusal): Transition {
  if (!(state.kind in VERBS)) return stay(state)
  const kind = state.kind as keyof typeof VERBS
  if (code === 'not_signed_in') return leave({ ...state, viewer: null }, 'login', authenticationUrl(state))
  const to = safeReturnTo(redirectTo)
  if (to !== null) {
    const explained = to.startsWith('/activate?') || to.includes('error_message=')
    const left = leave(state, 'settling', withOurReturn(to, returnPath(state)))
    return explained ? left : { ...left, effects: [{ do: 'leaveFlash', message }, ...left.effects] }
  }
  const own = code === 'already_connected' || code === 'rate_limited'
  const sentence = own ? message : failedTo(VERBS[kind], state.applet)
  const effects: Effect[] = [{ do: 'forget' }, { do: 'flash', message: sentence }]
  // Something else changed it: another tab, another device. The server knows how it is now.
  return rest(state, status === 409 ? [...effects, { do: 'readViewer', attempt: state.attempt }] : effects)
}

/** An activation that the server asks for leads back to this page, not to where the server would go. */
function withOurReturn(to: string, returnTo: string): string {
  if (!to.startsWith('/activate?')) return to
  const query = new URLSearchParams(to.slice('/activate?'.length))
  query.set('return_to', returnTo)
  return `/activate?${query}`
}

function viewerRead(state: ConnectState, viewer: AppletForViewer | null): Transition {
  const read = { ...state, viewer, outcome: 'loaded' as const }
  const same = statusOf(read) === statusOf(state)
  // An animation goes on for its moment, and a countdown while there is something to connect.
  if (same && isAnimation(state)) return stay({ ...read, outcome: state.outcome })
  if (same && state.kind === 'counting' && unconnectedServices(read).length > 0) return stay(read)
  return rest(same ? { ...read, outcome: state.outcome } : read, [])
}
