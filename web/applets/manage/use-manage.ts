import { useState } from 'react'
import { api } from '../../browser/api/api-calls.ts'
import { leaveFlash } from '../../browser/storage/flash-cookie.ts'
import { goTo } from '../../browser/navigation/navigate.ts'
import { RequestError } from '../../browser/request/request-error.ts'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import { usePresses } from '../../ui/press/use-presses.ts'
import { failedTo, notRemoved, nowIs, REMOVAL, type Removal } from '../words/applet-words.ts'
import { isOutdated, refusalWords } from '../words/refusal-words.ts'
import { authenticationUrl } from '../connect/flow/connect-addresses.ts'
import type { Connect } from '../connect/driver/use-connect.ts'

/** Archives, deletes and restores the Applet. Once it is `removed`, the page leaves for My Applets. */
export function useManage({ state: connect, send }: Connect) {
  const { applet } = connect
  const [removed, setRemoved] = useState(false)
  const flash = useFlash()
  const presses = usePresses<Removal | 'restore'>(async (deed) => {
    try {
      await (deed === 'restore' ? restore() : remove(deed))
    } catch (error) {
      failed(error, deed)
    }
  })

  async function remove(removal: Removal): Promise<void> {
    await api.deleteApplet(applet.id)
    setRemoved(true)
    leaveFlash({ type: 'success', message: nowIs(REMOVAL[removal].past, applet) })
    goTo('/my_applets')
  }

  async function restore(): Promise<void> {
    const { applet: returned } = await api.restoreApplet(applet.id)
    send({ type: 'appletReplaced', applet: returned })
    flash('success', nowIs('restored', applet))
  }

  function failed(error: unknown, deed: Removal | 'restore'): void {
    const refusal = error instanceof RequestError ? error.error : undefined
    const message = deed === 'restore' ? failedTo('updating', applet) : notRemoved(deed, applet)
    // A name that nobody may publish: the button to rename it is on this page.
    const named = deed === 'restore' && refusal?.code === 'invalid_input' ? refusal.message : null
    if (refusal?.code === 'not_signed_in') goTo(authenticationUrl(connect))
    else flash('danger', refusalWords(error, named ?? message))
    if (isOutdated(error)) send({ type: 'returned' })
  }

  return { ...presses, removed }
}

export type Manage = ReturnType<typeof useManage>
