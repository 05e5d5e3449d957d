import { lazy, Suspense, useEffect } from 'react'
import { subscribePath } from '../../worker/contract/checkout.ts'
import { goTo } from '../browser/navigate.ts'
import { useSharedState } from '../ui/shared-state.ts'
import type { Session } from './session.ts'
import { useUpgradeBoard, type OpenUpgrade } from './upgrade-board.ts'

export type UpgradeModalProps = { asked: OpenUpgrade; session: Promise<Session> }

/** Loads the modal ahead: for the pointer or the focus that comes near what opens it. */
export const prepareUpgrade = () => import('../upgrade/upgrade-modal.tsx')

const Modal = lazy(() =>
  prepareUpgrade().then(
    ({ UpgradeModal }) => ({ default: UpgradeModal }),
    () => ({ default: Missing }),
  ),
)

/** Where the upgrade modal comes up: the last of ours in the body (see ui/page-dialog.tsx). */
export function UpgradeHost({ session }: { session: Promise<Session> }) {
  const asked = useSharedState(useUpgradeBoard())
  return <Suspense>{asked && <Modal asked={asked} session={session} />}</Suspense>
}

/** It could not be loaded: the subscription page offers the same (§2.4). */
function Missing({ asked }: UpgradeModalProps) {
  useEffect(() => {
    asked.onEnd(null)
    goTo(subscribePath(asked.plan))
  }, [asked])
  return null
}
