import { safeReturnTo } from '../../../../worker/contract/addresses.ts'
import type { ErrorCode } from '../../../../worker/contract/errors.ts'
import type { EnablementRules } from '../../../../worker/contract/upgrade/upgrade.ts'
import { failedTo } from '../../words/applet-words.ts'
import { withCause } from '../../words/refusal-words.ts'
import { navigate, toIdle, unchanged, type Effect, type Transition } from './connect-transitions.ts'
import { authenticationUrl } from './connect-addresses.ts'
import { returnPath, type ConnectState } from './connect-state.ts'
import { activationReturningTo } from '../../../site/activation-return.ts'
import { offer } from './connect-upgrade.ts'

export type Refusal = {
  status: number
  code: ErrorCode | null
  message: string
  redirectTo: string | null
  /** Why the user may not enable it, according to the server. */
  rules: EnablementRules | null
}

const VERBS = {
  checking: 'creating',
  creating: 'creating',
  upgrading: 'creating',
  saving: 'updating',
  disabling: 'disabling',
} as const

/** The next step after a refused or failed call (§4.7–4.10, §8). */
export function refused(state: ConnectState, refusal: Refusal): Transition {
  if (!(state.kind in VERBS)) return unchanged(state)
  const { status, code, message, redirectTo, rules } = refusal
  if (code === 'not_signed_in') return navigate({ ...state, viewer: null }, 'login', authenticationUrl(state))
  if (rules) return blocked(state, rules, message)
  const to = safeReturnTo(redirectTo)
  if (to !== null) {
    const explained = to.startsWith('/activate?') || /error_message=|changed=/.test(to)
    // Returns to this page, not to the server's choice.
    const left = navigate(state, 'settling', activationReturningTo(to, returnPath(state)))
    return explained ? left : { ...left, effects: [{ do: 'leaveFlash', message }, ...left.effects] }
  }
  const kind = state.kind as keyof typeof VERBS
  const sentence = withCause(failedTo(VERBS[kind], state.applet), refusal)
  const effects: Effect[] = [{ do: 'forget' }, { do: 'flash', message: sentence }]
  // Another tab or device changed it, so the server has the current state.
  return toIdle(state, status === 409 ? [...effects, { do: 'readViewer', attempt: state.attempt }] : effects)
}

/** The block is newer than the page, so the page takes over the server's rules and offers the upgrade. */
function blocked(state: ConnectState, rules: EnablementRules, message: string): Transition {
  const known = { ...state, viewer: state.viewer && { ...state.viewer, enablement_rules: rules } }
  return offer(known, rules) ?? toIdle(known, [{ do: 'forget' }, { do: 'flash', message }])
}
