import { safeReturnTo } from '../../../../worker/contract/addresses.ts'
import type { ErrorCode } from '../../../../worker/contract/errors.ts'
import type { EnablementRules } from '../../../../worker/contract/upgrade/upgrade.ts'
import { failedTo } from '../../words/applet-words.ts'
import { navigate, toIdle, unchanged, type Effect, type Transition } from './connect-transitions.ts'
import { authenticationUrl, returnPath, type ConnectState } from './connect-state.ts'
import { offer } from './connect-upgrade.ts'

export type Refusal = {
  status: number
  code: ErrorCode | null
  message: string
  redirectTo: string | null
  /** Why the user may not enable it, as the server knows it now. */
  rules: EnablementRules | null
}

const VERBS = {
  checking: 'creating',
  creating: 'creating',
  upgrading: 'creating',
  saving: 'updating',
  disabling: 'disabling',
} as const

/** What follows from a call that was refused, or that failed (§4.7–4.10, §8). */
export function refused(state: ConnectState, refusal: Refusal): Transition {
  if (!(state.kind in VERBS)) return unchanged(state)
  const { status, code, message, redirectTo, rules } = refusal
  if (code === 'not_signed_in') return navigate({ ...state, viewer: null }, 'login', authenticationUrl(state))
  if (rules) return blocked(state, rules, message)
  const to = safeReturnTo(redirectTo)
  if (to !== null) {
    const explained = to.startsWith('/activate?') || to.includes('error_message=')
    const left = navigate(state, 'settling', withOurReturn(to, returnPath(state)))
    return explained ? left : { ...left, effects: [{ do: 'leaveFlash', message }, ...left.effects] }
  }
  const kind = state.kind as keyof typeof VERBS
  const own = code === 'already_connected' || code === 'rate_limited'
  const sentence = own ? message : failedTo(VERBS[kind], state.applet)
  const effects: Effect[] = [{ do: 'forget' }, { do: 'flash', message: sentence }]
  // Something else changed it: another tab, another device. The server knows how it is now.
  return toIdle(state, status === 409 ? [...effects, { do: 'readViewer', attempt: state.attempt }] : effects)
}

/** The page was older than the block: it shows from now on what the server said, and offers what lifts it. */
function blocked(state: ConnectState, rules: EnablementRules, message: string): Transition {
  const known = { ...state, viewer: state.viewer && { ...state.viewer, enablement_rules: rules } }
  return offer(known, rules) ?? toIdle(known, [{ do: 'forget' }, { do: 'flash', message }])
}

/** An activation that the server asks for leads back to this page, not to where the server would go. */
function withOurReturn(to: string, returnTo: string): string {
  if (!to.startsWith('/activate?')) return to
  const query = new URLSearchParams(to.slice('/activate?'.length))
  query.set('return_to', returnTo)
  return `/activate?${query}`
}
