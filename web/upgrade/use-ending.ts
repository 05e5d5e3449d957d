import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { resetLoginPath } from '../../worker/contract/addresses.ts'
import type { Upgraded } from '../../worker/contract/upgrade/upgrade.ts'
import { upgradeComplete } from '../../worker/contract/upgrade/blocked-words.ts'
import { ownPath } from '../browser/address.ts'
import { leaveFlash } from '../browser/flash-cookie.ts'
import { reload, replaceWith } from '../browser/navigate.ts'
import { ownEntry, type OwnEntry } from '../browser/own-entry.ts'
import { after } from '../browser/timers.ts'
import { useSite } from '../site/site-context.tsx'
import type { OpenUpgrade } from '../site/upgrade-board.ts'
import { useFlash } from '../ui/use-flash.tsx'
import { forgetModalData } from './modal-data.ts'
import { PAYMENT_ON_ITS_WAY } from './upgrade-words.ts'

/** How the modal ends: closed by its X, Esc, a press beside it or Back, or upgraded. Not while a payment is on its way. */
export function useEnding(asked: OpenUpgrade, user: string) {
  const { product_name } = useSite()
  const flash = useFlash()
  const entry = useRef<OwnEntry>(null)
  const [busy, setBusy] = useState(false)

  function close() {
    if (busy) return flash('info', PAYMENT_ON_ITS_WAY)
    entry.current?.leave(() => asked.onEnd(null))
  }

  /** §4.2: the flash, what was known of the user forgotten, and whoever asked told what they may do now. */
  function finish(upgraded: Upgraded) {
    const message = upgradeComplete(product_name, upgraded.plan)
    forgetModalData(user)
    entry.current?.leave(() => {
      asked.onEnd({ ...upgraded, welcome: message })
      if (asked.thenReload) {
        leaveFlash({ type: 'success', message })
        return reload()
      }
      // Once the page is no longer inert: its own region then reads the message out.
      return after(0, () => flash('success', message))
    })
  }

  /** The session has ended: once its owner is back, what was pressed opens the modal again (fault 32). */
  function signIn() {
    asked.beforeSignIn?.()
    replaceWith(resetLoginPath(ownPath()))
  }

  /** What was wanted may go on, and nothing was bought. */
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
    entry.current = ownEntry(() => wentBack())
    return () => entry.current?.stop()
  }, [])

  return { close, finish, release, setBusy, signIn }
}

export type Ending = ReturnType<typeof useEnding>
