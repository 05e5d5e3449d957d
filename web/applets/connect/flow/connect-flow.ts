import { changedPath, editPath } from '../../../../worker/contract/addresses.ts'
import type { AppletForViewer, AppletOfUser } from '../../../../worker/contract/applets/applet.ts'
import {
  AUTO_CLICK_DELAY,
  CHECK_MARK_FRAMES,
  CHECK_MARK_FRAMES_A_SECOND,
  CONNECT_SUCCESS_DELAY,
  SUCCESS_STEP_DELAY,
} from '../../../../worker/contract/limits.ts'
import type { Upgraded } from '../../../../worker/contract/upgrade/upgrade.ts'
import { begin, navigate, animate, toIdle, unchanged, type Transition } from './connect-transitions.ts'
import { authenticationUrl, bulkActivationUrl } from './connect-addresses.ts'
import { refused, type Refusal } from './connect-refused.ts'
import { isAnimation, isBusy, isLive, statusOf, unconnectedServices, type ConnectState } from './connect-state.ts'
import { offer, withUpgrade } from './connect-upgrade.ts'

/*
 *                    countdownCancelled
 *            ┌────────────────────────────┐
 *            ▼     opened (auto-connect)  │
 *  ┌────── idle ───────────────────────▶ counting ──elapsed (3 s), pressed──▶ as a press of Connect
 *  │         │
 *  │         │ pressed, or opened after consent or login:
 *  │         ├─ visitor ──────────────────────▶ leaving (login)
 *  │         ├─ blocked by the rules of §6 ───▶ upgrading ──upgraded──▶ as a press of Connect, unless still blocked
 *  │         │                                      └─upgradeDeclined─▶ idle
 *  │         ├─ services not connected ───────▶ leaving (services)
 *  │         ├─ disabled_for_user ────────────▶ saving ────saved────▶ enabled: the success animation
 *  │         ├─ dynamic config ──▶ checking ──checked (free)─┐
 *  │         │                        └─checked (exists)─▶ idle, flash, and reads the viewer's part
 *  │         ├─ needs configuration ◀────────────────────────┤
 *  │         │      └─▶ leaving (settling: the edit path)    │
 *  │         ├─ otherwise ───────────────────────────────────┴──▶ creating ──created──▶ enabled, as above
 *  │         └─ enabled_for_user ─▶ disabling ──disabled──▶ releasing ──elapsed──▶ disconnected ──elapsed──▶ idle
 *  │
 *  │  The success animation (§4.11):  succeeding ──elapsed (2 s)──▶ succeeded ──elapsed (1.5 s)──▶ idle, "Connected"
 *  │  of a live channel:              succeeding ──elapsed (2 s)──▶ drawing ──elapsed (4 s)──▶ idle
 *  │  pressed in an animation ─▶ as a press at rest, acting on the state that the server already has
 *  │
 *  ├─ refused (checking, creating, saving, disabling): enablement rules ─▶ upgrading; redirect_to ─▶ leaving;
 *  │  else, and when no plan lifts the block or the right one was just bought here, idle and a danger flash
 *  ├─ elapsed (leaving: the browser never left) ─▶ idle
 *  └─ returned ─▶ reads the viewer's part; viewerRead, appletReplaced ─▶ idle with the server's state
 *
 * archived refuses every press. Reports of older attempts change nothing: the last intent wins.
 */
export type ConnectEvent =
  | {
      type: 'opened'
      /**
       * How many services were missing when the browser left to connect them; null when it did not leave, or too long
       * ago.
       */
      savedMissing: number | null
      /** Whether the viewer returns from a login that Connect requested within the window of §4.10. */
      loggedIn: boolean
      /** The page showed another version when it was pressed: it is looked at before it is connected. */
      changed: boolean
      /** The error of a service or an activation (§8 access_denied). */
      denied: string | null
      autoConnect: boolean
    }
  | { type: 'pressed' | 'approached' | 'countdownCancelled' | 'returned' }
  | { type: 'elapsed'; attempt: number }
  | { type: 'checked'; attempt: number; exists: string | null }
  | { type: 'created' | 'saved' | 'disabled'; attempt: number; applet: AppletOfUser }
  | { type: 'refused'; attempt: number; refusal: Refusal }
  | { type: 'upgraded'; attempt: number; upgraded: Upgraded }
  | { type: 'upgradeDeclined'; attempt: number }
  | { type: 'viewerRead'; attempt: number; viewer: AppletForViewer | null }
  | { type: 'appletReplaced'; applet: AppletOfUser }

/** §4.11 gives no times for disconnecting; these leave time to read "Disconnecting…" and "Disconnected". */
export const DISCONNECTING_SHOWN = 1000
const DISCONNECTED_SHOWN = 1500
/** All frames of the check mark at their rate: 4 s (§4.11, §9). */
const CHECK_MARK_DRAWN = (CHECK_MARK_FRAMES / CHECK_MARK_FRAMES_A_SECOND) * 1000

export function connectFlow(state: ConnectState, event: ConnectEvent): Transition {
  if ('attempt' in event && event.attempt !== state.attempt) return unchanged(state)
  switch (event.type) {
    case 'opened':
      return opened(state, event)
    case 'pressed':
      return isBusy(state) ? unchanged(state) : pressed(state)
    case 'approached':
      return unchanged(state, state.viewer?.enablement_rules.block_user ? [{ do: 'prepareUpgrade' }] : [])
    case 'countdownCancelled':
      return state.kind === 'counting' ? toIdle(state, []) : unchanged(state)
    case 'elapsed':
      return elapsed(state)
    case 'checked':
      return state.kind === 'checking' ? checked(state, event.exists) : unchanged(state)
    case 'created':
      return state.kind === 'creating' ? enabled(state, event.applet, 'created') : unchanged(state)
    case 'saved':
      return state.kind === 'saving' ? enabled(state, event.applet, 'updated') : unchanged(state)
    case 'disabled':
      return state.kind === 'disabling' ? disabled(state, event.applet) : unchanged(state)
    case 'refused':
      return refused(state, event.refusal)
    case 'upgraded':
      return state.kind === 'upgrading' ? upgraded(state, event.upgraded) : unchanged(state)
    case 'upgradeDeclined':
      return state.kind === 'upgrading' ? toIdle(state, []) : unchanged(state)
    case 'returned':
      return isBusy(state) || !state.viewer
        ? unchanged(state)
        : unchanged(state, [{ do: 'readViewer', attempt: state.attempt }])
    case 'viewerRead':
      return isBusy(state) ? unchanged(state) : viewerRead(state, event.viewer)
    case 'appletReplaced': {
      const replaced = { ...state, applet: event.applet, viewer: event.applet }
      // A running call still ends as it would have.
      return isBusy(state) ? unchanged(replaced) : toIdle({ ...replaced, outcome: 'loaded' }, [])
    }
  }
}

type Opened = Extract<ConnectEvent, { type: 'opened' }>

function opened(state: ConnectState, { savedMissing, loggedIn, changed, denied, autoConnect }: Opened): Transition {
  if (denied !== null) return unchanged(state, [{ do: 'forget' }, { do: 'flash', message: denied }])
  if (!state.viewer) return unchanged(state)
  if (statusOf(state) === 'enabled_for_user') return unchanged(state, [{ do: 'forget' }])
  if (changed && (loggedIn || savedMissing !== null)) return navigate(state, 'settling', changedPath(state.applet))
  const missing = unconnectedServices(state).length
  // Continues only after progress, so a user who returned without connecting anything is not sent away again.
  if (loggedIn || (savedMissing !== null && missing < savedMissing)) return connect(state)
  if (savedMissing !== null) return unchanged(state, [{ do: 'forget' }])
  const never = statusOf(state) === 'never_enabled_for_user'
  if (!autoConnect || !never || missing === 0 || state.viewer.enablement_rules.block_user) return unchanged(state)
  const attempt = state.attempt + 1
  return {
    state: { ...state, kind: 'counting', attempt },
    effects: [{ do: 'wait', attempt, milliseconds: AUTO_CLICK_DELAY }],
  }
}

function pressed(state: ConnectState): Transition {
  return statusOf(state) === 'enabled_for_user' ? begin(state, 'disabling', 'disable') : connect(state)
}

/** The next step after a press of Connect or Reconnect (§4.8, §4.10). */
function connect(state: ConnectState): Transition {
  if (!state.viewer) return navigate(state, 'login', authenticationUrl(state))
  const status = statusOf(state)
  if (status === 'archived') return unchanged(state)
  // Blocks come before consents (§6), so that no consent is wasted. When no plan lifts the block, the server says so.
  const { enablement_rules: rules } = state.viewer
  if (rules.block_user) return offer(state, rules) ?? begin(state, 'creating', 'create')
  if (unconnectedServices(state).length > 0) return navigate(state, 'services', bulkActivationUrl(state))
  if (status === 'disabled_for_user') return save(state)
  if (state.applet.config_type === 'dynamic') return begin(state, 'checking', 'check')
  return createOrConfigure(state)
}

/** Continues the pressed action automatically (§4.2), unless another plan was bought than it needs. */
function upgraded(state: ConnectState, bought: Upgraded): Transition {
  const next = withUpgrade(state, bought)
  const blocked = next.viewer?.enablement_rules.block_user
  if (blocked) return unchanged(next, [{ do: 'readViewer', attempt: next.attempt }])
  return connect(next)
}

function save(state: ConnectState): Transition {
  const attempt = state.attempt + 1
  return {
    state: { ...state, kind: 'saving', attempt },
    effects: [{ do: 'save', attempt, input: { preserve_applet_fields: true, rev: state.applet.rev } }],
  }
}

function createOrConfigure(state: ConnectState): Transition {
  if (state.applet.needs_configuration) return navigate(state, 'settling', editPath(state.applet))
  return begin(state, 'creating', 'create')
}

/** An existing connection was made in another tab or on another device, so the page takes over the server's state. */
function checked(state: ConnectState, exists: string | null): Transition {
  if (exists === null) return createOrConfigure(state)
  const { attempt } = state
  return toIdle(state, [{ do: 'forget' }, { do: 'flash', message: exists }, { do: 'readViewer', attempt }])
}

function enabled(state: ConnectState, applet: AppletOfUser, outcome: 'created' | 'updated'): Transition {
  const success = { ...state, applet, viewer: applet, outcome, upgradedTo: null }
  return animate(success, 'succeeding', SUCCESS_STEP_DELAY, [{ do: 'forget' }, { do: 'announceEnabled' }])
}

function disabled(state: ConnectState, applet: AppletOfUser): Transition {
  const off = { ...state, applet, viewer: applet, outcome: 'disabled' as const }
  return animate(off, 'releasing', DISCONNECTING_SHOWN, [{ do: 'forget' }])
}

function elapsed(state: ConnectState): Transition {
  switch (state.kind) {
    case 'counting':
      // Nothing was pressed, so the activation page asks for a press.
      return navigate(state, 'services', `${bulkActivationUrl(state)}&ask=1`)
    case 'succeeding':
      return isLive(state)
        ? animate(state, 'drawing', CHECK_MARK_DRAWN, [])
        : animate(state, 'succeeded', CONNECT_SUCCESS_DELAY, [])
    case 'releasing': {
      // Text, not motion, so "Disconnected" keeps its moment when motion is reduced too.
      const wait = { do: 'wait', attempt: state.attempt, milliseconds: DISCONNECTED_SHOWN } as const
      return { state: { ...state, kind: 'disconnected' }, effects: [wait] }
    }
    case 'leaving':
    case 'succeeded':
    case 'drawing':
    case 'disconnected':
      return toIdle(state, [])
    default:
      return unchanged(state)
  }
}

function viewerRead(state: ConnectState, viewer: AppletForViewer | null): Transition {
  const read = { ...state, viewer, outcome: 'loaded' as const, upgradedTo: null }
  const same = statusOf(read) === statusOf(state)
  // An animation runs to its end, and a countdown runs while something is left to connect.
  if (same && isAnimation(state)) return unchanged({ ...read, outcome: state.outcome })
  if (same && state.kind === 'counting' && unconnectedServices(read).length > 0) return unchanged(read)
  return toIdle(same ? { ...read, outcome: state.outcome } : read, [])
}
