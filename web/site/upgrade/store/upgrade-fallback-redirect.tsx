import { useEffect } from 'react'
import { checkoutPath } from '../../../../worker/contract/billing/subscribe-path.ts'
import { goTo } from '../../../browser/navigation/navigate.ts'
import type { OpenUpgrade } from './upgrade-modal-store.ts'

/** The modal failed to load: goes to the subscription page instead (§2.4). */
export function UpgradeFallbackRedirect({ asked }: { asked: OpenUpgrade }) {
  useEffect(() => {
    asked.onEnd(null)
    goTo(checkoutPath(asked.plan, asked.step))
  }, [asked])
  return null
}
