import type { EnablementRules } from '../../worker/contract/upgrade.ts'
import { RequestError } from '../browser/request-error.ts'

/** The enablement rules that a refusal carries (§3, §7 errors[0].data); null where it is about something else. */
export function rulesIn(error: unknown): EnablementRules | null {
  const entries = error instanceof RequestError ? (error.body.errors ?? []) : []
  const data = entries.find(({ attribute }) => attribute === 'enablement_rules')?.data
  return isRules(data) ? data : null
}

function isRules(data: unknown): data is EnablementRules {
  return typeof data === 'object' && data !== null && 'block_user' in data && 'minimum_tier' in data
}
