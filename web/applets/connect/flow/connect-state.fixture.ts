import type { Applet, AppletForViewer } from '../../../../worker/contract/applets/applet.ts'
import { connectFlow, type ConnectEvent } from './connect-flow.ts'
import type { Refusal } from './connect-refused.ts'
import { initialState, type ConnectState } from './connect-state.ts'
import { applet, connected, viewer } from '../../applet.fixture.ts'

type Given = { applet?: Partial<Applet>; viewer?: Partial<AppletForViewer> | null }

/** Test fixture: a page as loaded for this viewer; null is a visitor. */
export function page(given: Given = {}): ConnectState {
  return initialState(applet(given.applet), given.viewer === null ? null : viewer(given.viewer))
}

export function press(state: ConnectState) {
  return connectFlow(state, { type: 'pressed' })
}

/** The page in this state, at its first attempt. */
export function at(kind: ConnectState['kind'], given: Given = {}): ConnectState {
  return kind === 'leaving'
    ? { ...page(given), kind, for: 'services', attempt: 1 }
    : { ...page(given), kind, attempt: 1 }
}

export function refused(fields: Partial<Refusal> = {}, attempt = 1): ConnectEvent {
  const refusal = {
    status: 500,
    code: 'internal',
    message: 'Something went wrong on our side.',
    redirectTo: null,
    rules: null,
  } as const
  return { type: 'refused', attempt, refusal: { ...refusal, ...fields } }
}

export const ENABLED = { status: 'enabled_for_user' } as const
export const DISABLED = { status: 'disabled_for_user' } as const
export const MISSING_BOTH = { connections: connected() }
export const DYNAMIC = { config_type: 'dynamic', friendly_id: 'home-hub' } as const
/** The Applet's address, encoded for a query. */
export const HERE = encodeURIComponent('/applets/star-to-sheet')
