import { lazy, Suspense, type ComponentType } from 'react'
import { useSharedState } from '../ui/shared-state.ts'
import { InsteadOfUpgrade } from './instead-of-upgrade.tsx'
import type { Session } from './session.ts'
import { useUpgradeBoard, type UpgradeModalProps } from './upgrade-board.ts'

/** Loads the modal ahead: for when the pointer or the focus comes near what opens it. */
export const prepareUpgrade = () => import('../upgrade/upgrade-modal.tsx')

const Modal = lazy<ComponentType<UpgradeModalProps>>(() =>
  prepareUpgrade().then(
    ({ UpgradeModal }) => ({ default: UpgradeModal }),
    () => ({ default: InsteadOfUpgrade }),
  ),
)

/** Where the upgrade modal comes up: the last of ours in the body (see ui/page-dialog.tsx). */
export function UpgradeHost({ session }: { session: Promise<Session> }) {
  const asked = useSharedState(useUpgradeBoard())
  return <Suspense>{asked && <Modal asked={asked} session={session} />}</Suspense>
}
