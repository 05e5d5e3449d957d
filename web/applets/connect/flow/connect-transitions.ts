import type { SaveAppletInput } from '../../../../worker/contract/applets/applet-input.ts'
import type { SoldPlan } from '../../../../worker/contract/tiers.ts'
import type { UpgradeStep } from '../../../../worker/contract/upgrade/upgrade.ts'
import {
  initialState,
  unconnectedServices,
  type AnimationKind,
  type ConnectState,
  type LeavingFor,
} from './connect-state.ts'

/** The driver's tasks, in order. Calls and timers report back with the attempt's number. */
export type Effect =
  | { do: 'go'; to: string }
  | { do: 'rememberConnect'; missing: number }
  | { do: 'rememberLogin' | 'forget' | 'announceEnabled' | 'prepareUpgrade' }
  | { do: 'flash' | 'leaveFlash'; message: string }
  | { do: 'check' | 'create' | 'disable' | 'readViewer'; attempt: number }
  | { do: 'save'; attempt: number; input: SaveAppletInput }
  | { do: 'upgrade'; attempt: number; step: UpgradeStep; plan: SoldPlan }
  | { do: 'wait'; attempt: number; milliseconds: number }
  /** A timer for an animation; ends at once when motion is reduced. */
  | { do: 'play'; attempt: number; milliseconds: number }

export type Transition = { state: ConnectState; effects: Effect[] }

/** How long leaving the page may take. */
export const LEAVING_PATIENCE = 10_000

/** Starts a call as a new attempt. */
export function begin(
  state: ConnectState,
  kind: 'checking' | 'creating' | 'disabling',
  call: 'check' | 'create' | 'disable',
): Transition {
  const attempt = state.attempt + 1
  return { state: { ...state, kind, attempt }, effects: [{ do: call, attempt }] }
}

const MEMORY = {
  login: () => ({ do: 'rememberLogin' }),
  services: (state) => ({ do: 'rememberConnect', missing: unconnectedServices(state).length }),
  // A user who turns back from the edit page or the plans must find this page at rest.
  settling: () => ({ do: 'forget' }),
} as const satisfies Record<LeavingFor, (state: ConnectState) => Effect>

export function navigate(state: ConnectState, reason: LeavingFor, to: string): Transition {
  const attempt = state.attempt + 1
  const effects: Effect[] = [
    MEMORY[reason](state),
    { do: 'go', to },
    { do: 'wait', attempt, milliseconds: LEAVING_PATIENCE },
  ]
  return { state: { ...state, kind: 'leaving', for: reason, attempt }, effects }
}

/** Animates a result that the server already has; a press acts on that result and ends the animation. */
export function animate(state: ConnectState, kind: AnimationKind, milliseconds: number, effects: Effect[]): Transition {
  return { state: { ...state, kind }, effects: [...effects, { do: 'play', attempt: state.attempt, milliseconds }] }
}

export function toIdle(state: ConnectState, effects: Effect[]): Transition {
  const { applet, viewer, attempt, outcome, upgradedTo } = state
  return { state: { ...initialState(applet, viewer), attempt, outcome, upgradedTo }, effects }
}

export function unchanged(state: ConnectState, effects: Effect[] = []): Transition {
  return { state, effects }
}
