import { lazy, Suspense, type ComponentType } from 'react'
import { useExternalStore } from '../../ui/state/external-store.ts'
import { UpgradeFallbackRedirect } from './store/upgrade-fallback-redirect.tsx'
import type { Session } from '../session/session.ts'
import { useUpgradeModalStore, type UpgradeModalProps } from './store/upgrade-modal-store.ts'

/** Preloads the modal when the pointer or the focus nears what opens it. */
export const prepareUpgrade = () => import('./modal/upgrade-modal.tsx')

const Modal = lazy<ComponentType<UpgradeModalProps>>(() =>
  prepareUpgrade().then(
    ({ UpgradeModal }) => ({ default: UpgradeModal }),
    () => ({ default: UpgradeFallbackRedirect }),
  ),
)

/** Renders the open upgrade modal as our last element in the body (see ui/dialog/page-dialog.tsx). */
export function UpgradeModalOutlet({ session }: { session: Promise<Session> }) {
  const asked = useExternalStore(useUpgradeModalStore())
  return <Suspense>{asked && <Modal asked={asked} session={session} />}</Suspense>
}
