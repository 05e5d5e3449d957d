import { useEffect } from 'react'
import { subscribePath } from '../../../worker/contract/billing/subscribe-path.ts'
import { goTo } from '../../browser/navigation/navigate.ts'
import type { OpenUpgrade } from './upgrade-modal-store.ts'

/** The modal can not be had: the subscription page offers the same (§2.4). */
export function UpgradeFallbackRedirect({ asked }: { asked: OpenUpgrade }) {
  useEffect(() => {
    asked.onEnd(null)
    goTo(subscribePath(asked.plan))
  }, [asked])
  return null
}
