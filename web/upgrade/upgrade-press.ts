import { isMobileStore, storeBilled } from '../../worker/contract/billing/store-billed.ts'
import type { Session } from '../site/session.ts'

type Press = { button: number; metaKey: boolean; ctrlKey: boolean; shiftKey: boolean; altKey: boolean }

/**
 * What a press of a link to a plan does: `follow` it, `tell` a Pro user of a mobile store where their plan is changed
 * (§6), or `ask` in the modal. Only a plain press of somebody who is known to be signed in is intercepted.
 */
export function afterPress(viewer: Session | null, press: Press) {
  const plain = press.button === 0 && !press.metaKey && !press.ctrlKey && !press.shiftKey && !press.altKey
  if (!plain || viewer?.kind !== 'user') return { kind: 'follow' } as const
  const { tier, subscription_payment_type: paidBy } = viewer.me
  if (tier === 'intermediate_pro' && isMobileStore(paidBy)) {
    return { kind: 'tell', message: storeBilled(paidBy) } as const
  }
  return { kind: 'ask' } as const
}
