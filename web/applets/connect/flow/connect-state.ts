import { appletPath } from '../../../../worker/contract/addresses.ts'
import type { Applet, AppletForViewer, AppletStatus } from '../../../../worker/contract/applets/applet.ts'
import type { SoldPlan } from '../../../../worker/contract/tiers.ts'
import type { Service } from '../../../../worker/contract/connections/service.ts'

/** An Applet and its viewer. */
export type Viewed = {
  /** Replaced by the Applet that each call returns (§4.7–4.9). */
  applet: Applet
  /** null for a signed-out visitor. */
  viewer: AppletForViewer | null
}

type Base = Viewed & {
  /** Number of the latest attempt; reports of older attempts are dropped. */
  attempt: number
  /** The cause of the current status. */
  outcome: 'loaded' | 'created' | 'updated' | 'disabled'
  /** The plan bought on this page, until the server says what it allows. */
  upgradedTo: SoldPlan | null
}

/** Why the browser is leaving: to sign in, to connect services, or to a page that settles what is missing. */
export type LeavingFor = 'login' | 'services' | 'settling'

/** Animations of a result that the server already has (§4.11). */
export type AnimationKind = 'succeeding' | 'succeeded' | 'drawing' | 'releasing' | 'disconnected'

export type ConnectState = Base &
  (
    | { kind: 'idle' }
    | { kind: 'counting' }
    | { kind: 'leaving'; for: LeavingFor }
    | { kind: 'checking' }
    | { kind: 'creating' }
    | { kind: 'saving' }
    | { kind: 'disabling' }
    | { kind: 'upgrading' }
    | { kind: AnimationKind }
  )

export function initialState(applet: Applet, viewer: AppletForViewer | null): ConnectState {
  return { kind: 'idle', applet, viewer, attempt: 0, outcome: 'loaded', upgradedTo: null }
}

export function statusOf({ viewer }: Viewed): AppletStatus {
  return viewer?.status ?? 'never_enabled_for_user'
}

export function isAnimation({ kind }: ConnectState): boolean {
  return ['succeeding', 'succeeded', 'drawing', 'releasing', 'disconnected'].includes(kind)
}

/** A press now is ignored. */
export function isBusy(state: ConnectState): boolean {
  return state.kind !== 'idle' && state.kind !== 'counting' && !isAnimation(state)
}

/** Dynamic configs have the live-channel variant of §4.11. */
export function isLive({ applet }: Viewed): boolean {
  return applet.config_type === 'dynamic'
}

/** The flags of §4.6–4.9, all derived. */
export function flagsOf(state: ConnectState) {
  const status = statusOf(state)
  const enabled = status === 'enabled_for_user'
  const disabled = status === 'disabled_for_user'
  return {
    created: enabled || (disabled && state.outcome !== 'disabled'),
    enabled,
    disabled,
    updated: enabled && state.outcome === 'updated',
    saving: state.kind === 'creating' || state.kind === 'saving',
    connectClicked: ['leaving', 'checking', 'creating', 'saving'].includes(state.kind),
    disconnectClicked: ['disabling', 'releasing', 'disconnected'].includes(state.kind),
  }
}

/** The played flags of the animations (§3): whether each ran to its end on this page since the last press. */
export function playedOf({ kind, outcome }: ConnectState) {
  const connectClicked = outcome === 'created' || outcome === 'updated'
  const showSuccessConnection = connectClicked && kind !== 'succeeding'
  return {
    connectClicked,
    showSuccessConnection,
    enabled: showSuccessConnection && kind !== 'succeeded' && kind !== 'drawing',
    disabled: outcome === 'disabled' && kind !== 'releasing' && kind !== 'disconnected',
  }
}

/** Permissions per service (§3 Connection state); a visitor has only built-in ones. */
export function permissionsOf({ applet, viewer }: Viewed): { service: Service; connected: boolean; broken: boolean }[] {
  return applet.step_services.map((service) => {
    const known = viewer?.connections.find((each) => each.module_name === service.module_name)
    const connected = known ? known.connected : service.connect_kind === 'none'
    return { service, connected, broken: known?.broken ?? false }
  })
}

/** In the order of the steps. */
export function unconnectedServices(state: Viewed): Service[] {
  return permissionsOf(state).flatMap(({ service, connected }) => (connected ? [] : [service]))
}

export function nextToBeConnected(state: Viewed): Service | null {
  return unconnectedServices(state)[0] ?? null
}

/** The connected service that comes last in the steps; built-in ones do not count. */
export function lastServiceConnected(state: Viewed): Service | null {
  const connected = permissionsOf(state).filter((each) => each.connected && each.service.connect_kind !== 'none')
  return connected.at(-1)?.service ?? null
}

/** The trigger's service represents the Applet. */
export function mainService({ applet }: Viewed): Service | null {
  return applet.applet_trigger?.service ?? applet.step_services[0] ?? null
}

/** Where consent and login return to. */
export function returnPath({ applet }: Viewed): string {
  return appletPath(applet)
}
