import { useReducer } from 'react'
import { api } from '../../browser/api/api-calls.ts'
import { leaveFlash } from '../../browser/storage/flash-cookie.ts'
import { goTo } from '../../browser/navigation/navigate.ts'
import { RequestError } from '../../browser/request/request-error.ts'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import { failedTo, notRemoved, nowIs, REMOVAL, type Removal } from '../words/applet-words.ts'
import { isOutdated, refusalWords } from '../words/refusal-words.ts'
import { authenticationUrl } from '../connect/flow/connect-addresses.ts'
import { manageReducer, type ManageState } from './manage-flow.ts'
import type { Connect } from '../connect/driver/use-connect.ts'

export type Manage = {
  state: ManageState
  askRemoval(removal: Removal): void
  decline(): void
  confirm(): void
  restore(): void
}

/** Archives, deletes and restores the Applet. */
export function useManage({ state: connect, send: sendToConnect }: Connect): Manage {
  const { applet } = connect
  const [state, send] = useReducer(manageReducer, { kind: 'idle' })
  const flash = useFlash()

  async function remove(removal: Removal): Promise<void> {
    try {
      await api.deleteApplet(applet.id)
      send({ type: 'succeeded' })
      leaveFlash({ type: 'success', message: nowIs(REMOVAL[removal].past, applet) })
      goTo('/my_applets')
    } catch (error) {
      failed(error, notRemoved(removal, applet))
    }
  }

  async function restore(): Promise<void> {
    try {
      const { applet: returned } = await api.restoreApplet(applet.id)
      send({ type: 'succeeded' })
      sendToConnect({ type: 'appletReplaced', applet: returned })
      flash('success', nowIs('restored', applet))
    } catch (error) {
      // A name that nobody may publish: the button to rename it is on this page.
      const named = error instanceof RequestError && error.error?.code === 'invalid_input' ? error.message : null
      failed(error, named ?? failedTo('updating', applet))
    }
  }

  function failed(error: unknown, message: string): void {
    send({ type: 'failed' })
    if (error instanceof RequestError && error.error?.code === 'not_signed_in') goTo(authenticationUrl(connect))
    else flash('danger', refusalWords(error, message))
    if (isOutdated(error)) sendToConnect({ type: 'returned' })
  }

  return {
    state,
    askRemoval: (removal) => send({ type: 'removalAsked', removal }),
    decline: () => send({ type: 'declined' }),
    confirm() {
      if (state.kind !== 'asking') return
      send({ type: 'confirmed' })
      void remove(state.removal)
    },
    restore() {
      if (state.kind !== 'idle') return
      send({ type: 'restoreAsked' })
      void restore()
    },
  }
}
