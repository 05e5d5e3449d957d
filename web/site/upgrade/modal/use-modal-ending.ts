import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { resetLoginPath } from '../../../../worker/contract/addresses.ts'
import type { Upgraded } from '../../../../worker/contract/upgrade/upgrade.ts'
import { upgradeComplete } from '../../../../worker/contract/upgrade/upgrade-titles.ts'
import { ownPath } from '../../../browser/navigation/page-address.ts'
import { reload, replaceWith } from '../../../browser/navigation/navigate.ts'
import { pushModalHistoryEntry, type ModalHistoryEntry } from '../../../browser/navigation/modal-history-entry.ts'
import { leaveWelcomeNotice } from '../../lasting-notice/notice-store.ts'
import { useSite } from '../../site-context.tsx'
import type { OpenUpgrade } from '../store/upgrade-modal-store.ts'
import { useFlash, useOnwardFlash } from '../../../ui/flash/use-flash.tsx'
import { forgetModalData } from '../modal-data/modal-data-cache.ts'
import { PAYMENT_ON_ITS_WAY } from './upgrade-modal-words.ts'

/** How the modal ends: closed by X, Esc, a press beside it or Back, or upgraded. It stays open during a payment. */
export function useModalEnding(asked: OpenUpgrade, user: string) {
  const { product_name } = useSite()
  const flash = useFlash()
  const flashOnward = useOnwardFlash()
  const entry = useRef<ModalHistoryEntry>(null)
  const [busy, setBusy] = useState(false)

  function close() {
    if (busy) return flash('info', PAYMENT_ON_ITS_WAY)
    entry.current?.leave(() => asked.onEnd(null))
  }

  /** §4.2: shows the flash, forgets the stored data, and gives the caller the new permissions. */
  function finish(upgraded: Upgraded) {
    forgetModalData(user)
    leaveWelcomeNotice(user, upgraded.plan)
    entry.current?.leave(() => {
      flashOnward(upgradeComplete(product_name, upgraded.plan))
      asked.onEnd(upgraded)
      if (asked.thenReload) reload()
    })
  }

  /** The session has ended: after signing in again, the pressed action reopens the modal. */
  function signIn() {
    asked.beforeSignIn?.()
    replaceWith(resetLoginPath(ownPath()))
  }

  /** The action may continue, and nothing was bought. */
  function release(unchanged: Upgraded) {
    entry.current?.leave(() => {
      asked.onEnd(unchanged)
      if (asked.thenReload) reload()
    })
  }

  const wentBack = useEffectEvent(() => {
    if (busy) entry.current?.enter()
    close()
  })
  useEffect(() => {
    entry.current = pushModalHistoryEntry(() => wentBack())
    return () => entry.current?.stop()
  }, [])

  return { close, finish, release, setBusy, signIn }
}

export type Ending = ReturnType<typeof useModalEnding>
