import { useReducer } from 'react'
import { api } from '../api.ts'
import { leaveFlash } from '../browser/flash-cookie.ts'
import { goTo } from '../browser/navigate.ts'
import { useFlash } from '../ui/use-flash.tsx'
import { failedTo, notRemoved, removed, type Removal } from './applet-words.ts'
import { manageReducer, type Deed, type ManageState } from './manage-flow.ts'
import type { Connect } from './use-connect.ts'

export type Manage = {
  state: ManageState
  askRemoval(removal: Removal): void
  decline(): void
  confirm(): void
  restore(): void
  publish(): void
}

const CALLS = {
  archive: api.deleteApplet,
  delete: api.deleteApplet,
  restore: api.restoreApplet,
  publish: api.publishApplet,
} as const satisfies Record<Deed, unknown>

/** What becomes of the Applet as a whole: archived, deleted, restored, published. */
export function useManage({ state: { applet }, send: sendToConnect }: Connect): Manage {
  const [state, send] = useReducer(manageReducer, { kind: 'idle' })
  const flash = useFlash()

  async function work(deed: Deed): Promise<void> {
    try {
      const { applet: returned } = await CALLS[deed](applet.id)
      send({ type: 'succeeded' })
      if (deed === 'archive' || deed === 'delete') {
        leaveFlash({ type: 'success', message: removed(deed, applet) })
        goTo('/my_applets')
      } else sendToConnect({ type: 'appletReplaced', applet: returned })
    } catch {
      send({ type: 'failed' })
      flash('danger', deed === 'archive' || deed === 'delete' ? notRemoved(deed, applet) : failedTo('updating', applet))
    }
  }

  return {
    state,
    askRemoval: (removal) => send({ type: 'removalAsked', removal }),
    decline: () => send({ type: 'declined' }),
    confirm() {
      if (state.kind !== 'asking') return
      send({ type: 'confirmed' })
      void work(state.removal)
    },
    restore() {
      if (state.kind !== 'idle') return
      send({ type: 'restoreAsked' })
      void work('restore')
    },
    publish() {
      if (state.kind !== 'idle') return
      send({ type: 'publishAsked' })
      void work('publish')
    },
  }
}
