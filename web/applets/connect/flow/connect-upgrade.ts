import { NOT_BLOCKED, type EnablementRules, type Upgraded } from '../../../../worker/contract/upgrade/upgrade.ts'
import { upgradeRequestFor } from '../../../site/upgrade/store/upgrade-modal-request.ts'
import { toIdle, type Transition } from './connect-transitions.ts'
import type { ConnectState } from './connect-state.ts'

/**
 * Opens the modal on what blocks the user (§2.4) and clears the saved press. Null when there is nothing to offer: no
 * plan lifts the block, or it was just bought here.
 */
export function offer(state: ConnectState, rules: EnablementRules): Transition | null {
  const ask = upgradeRequestFor(rules)
  if (ask === null || ask.plan === state.upgradedTo) return null
  const attempt = state.attempt + 1
  return {
    state: { ...state, kind: 'upgrading', attempt },
    effects: [{ do: 'forget' }, { do: 'upgrade', attempt, ...ask }],
  }
}

/**
 * The page after an upgrade: what it now permits (§4.2, §4.3) no longer blocks; the server decides whether that is
 * enough.
 */
export function withUpgrade(state: ConnectState, { plan, permissions }: Upgraded): ConnectState {
  const { state: page } = toIdle(state, [])
  if (!page.viewer) return page
  const rules = lifted(page.viewer.enablement_rules, permissions)
  return { ...page, viewer: { ...page.viewer, enablement_rules: rules }, upgradedTo: plan }
}

/** A block by a missing permission stays until it is permitted; the server decides on quota and exclusive services. */
export function lifted(rules: EnablementRules, permissions: Upgraded['permissions']): EnablementRules {
  const asked = Object.entries(permissions).find(([name]) => name === rules.block_reason)?.[1]
  return asked?.permitted === false ? rules : NOT_BLOCKED
}
