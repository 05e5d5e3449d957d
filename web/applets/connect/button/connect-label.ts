import { BUTTON_LABEL_MAX } from '../../../../worker/contract/limits.ts'
import {
  isAnimation,
  isBusy,
  isLive,
  lastServiceConnected,
  mainService,
  nextToBeConnected,
  statusOf,
  type ConnectState,
} from '../flow/connect-state.ts'
import type { Service } from '../../../../worker/contract/connections/service.ts'

/** The full label of the main button (§2.1, §4.11). */
export function connectLabel(state: ConnectState): string {
  switch (state.kind) {
    case 'leaving':
      return state.for === 'services' ? `Going to ${named(knobService(state))}` : restingLabel(state)
    case 'checking':
    case 'creating':
    case 'saving':
    case 'succeeding':
    case 'succeeded':
      return isLive(state) ? 'Connecting...' : 'Connecting…'
    case 'disabling':
    case 'releasing':
      return 'Disconnecting…'
    case 'disconnected':
      return 'Disconnected'
    default:
      return restingLabel(state)
  }
}

function restingLabel(state: ConnectState): string {
  const status = statusOf(state)
  if (status === 'enabled_for_user') return 'Connected'
  if (status === 'disabled_for_user') return 'Reconnect'
  return `Connect ${named(knobService(state))}`.trim()
}

/**
 * The service whose icon is on the knob: the next to connect, else the main one; once all are connected, the last one.
 */
export function knobService(state: ConnectState): Service | null {
  if (statusOf(state) === 'enabled_for_user') return lastServiceConnected(state) ?? mainService(state)
  return nextToBeConnected(state) ?? mainService(state)
}

function named(service: Service | null): string {
  return service?.short_name ?? ''
}

/** At most 24 visible characters: 23 and "…" (§5), which follows a letter, not a space. */
export function shortened(label: string): string {
  const characters = Array.from(new Intl.Segmenter('en').segment(label), ({ segment }) => segment)
  if (characters.length <= BUTTON_LABEL_MAX) return label
  return `${characters
    .slice(0, BUTTON_LABEL_MAX - 1)
    .join('')
    .trimEnd()}…`
}

/** Words a change for screen readers; at rest the button's name is enough. */
export function announcement(state: ConnectState): string {
  if ((isBusy(state) && state.kind !== 'upgrading') || isAnimation(state)) return connectLabel(state)
  return state.outcome === 'created' || state.outcome === 'updated' ? 'Connected' : ''
}
