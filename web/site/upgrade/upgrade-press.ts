import { storeBilled } from '../../../worker/contract/billing/store-billed.ts'
import type { Session } from '../session/session.ts'

type Press = { button: number; metaKey: boolean; ctrlKey: boolean; shiftKey: boolean; altKey: boolean }

/**
 * Decides what a press on a plan's link does: `follow` the link, `tell` a user whom a mobile store bills where to change
 * their plan (§6), or `ask` in the modal. Only a plain press by a signed-in user is intercepted.
 */
export function afterPress(viewer: Session | null, press: Press) {
  const plain = press.button === 0 && !press.metaKey && !press.ctrlKey && !press.shiftKey && !press.altKey
  if (!plain || viewer?.kind !== 'user') return { kind: 'follow' } as const
  const { tier, subscriptionPaymentType: paidBy } = viewer.me
  const message = storeBilled(tier, paidBy)
  if (message !== null) return { kind: 'tell', message } as const
  return { kind: 'ask' } as const
}
