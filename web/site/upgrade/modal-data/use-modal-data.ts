import { useEffect, useState } from 'react'
import type { UpgradeDetails } from '../../../../worker/contract/applets/applet.ts'
import type { SubscriptionModal } from '../../../../worker/contract/upgrade/upgrade.ts'
import { ownPath } from '../../../browser/navigation/page-address.ts'
import { replaceWith } from '../../../browser/navigation/navigate.ts'
import { localStore } from '../../../browser/storage/storage.ts'
import type { UpgradeModalRequest } from '../store/upgrade-modal-store.ts'
import { loadUpgrade, type Loaded } from './load-upgrade.ts'
import { modalData } from './modal-data-cache.ts'
import { upgradeCalls } from './upgrade-calls.ts'

/** `gone`: the browser is leaving for another page. */
type ModalState =
  | { kind: 'loading' }
  | { kind: 'ready'; data: SubscriptionModal; details: UpgradeDetails | null }
  | { kind: 'gone' }

const modal = modalData({ ask: upgradeCalls.modal, store: localStore, now: Date.now })

/** Loads the modal's data for this user. `again`: asks the server again, ignoring the stored data. */
export function useModalData(ask: UpgradeModalRequest, user: string): { state: ModalState; again: () => void } {
  const [attempt, setAttempt] = useState(0)
  const [answer, setAnswer] = useState<{ attempt: number; loaded: Loaded } | null>(null)
  useEffect(() => {
    let closed = false
    const show = (loaded: Loaded) => {
      if (closed) return
      if (loaded.kind === 'leave') replaceWith(loaded.path)
      setAnswer({ attempt, loaded })
    }
    if (attempt > 0) modal.forget(user)
    void loadUpgrade(ask, user, { modal, details: upgradeCalls.details, here: ownPath() }).then(show)
    return () => {
      closed = true
    }
  }, [ask, user, attempt])
  const state = answer?.attempt === attempt ? stateOf(answer.loaded) : LOADING
  return { state, again: () => setAttempt((before) => before + 1) }
}

const LOADING: ModalState = { kind: 'loading' }

function stateOf(loaded: Loaded): ModalState {
  return loaded.kind === 'leave' ? { kind: 'gone' } : loaded
}
