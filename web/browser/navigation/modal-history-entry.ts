import { after } from '../time/timers.ts'

const MARK = 'own-entry'

/** In ms: longer than any browser needs to go back within a document, in case it never fires popstate. */
const GIVE_UP = 1000

/**
 * Adds a history entry for a modal, so that Back closes the modal and stays on the page. `onBack` runs on Back; a later
 * Forward only restores the entry.
 */
export function pushModalHistoryEntry(onBack: () => void) {
  const enter = () => history.pushState({ ...history.state, [MARK]: true }, '')
  const heard = () => {
    if (!isOnTop()) onBack()
  }
  let left = false
  const stop = () => window.removeEventListener('popstate', heard)
  enter()
  window.addEventListener('popstate', heard)
  return {
    /** Adds the entry again, after a Back that must not close the modal. */
    enter,
    stop,
    /** Removes the entry, then runs `run`, once. A navigation started before that would be lost. */
    leave(run: () => void) {
      if (left) return
      left = true
      stop()
      if (!isOnTop()) return run()
      const gone = () => {
        window.removeEventListener('popstate', gone)
        giveUp()
        run()
      }
      const giveUp = after(GIVE_UP, gone)
      window.addEventListener('popstate', gone)
      history.back()
    },
  }
}

export type ModalHistoryEntry = ReturnType<typeof pushModalHistoryEntry>

function isOnTop(): boolean {
  return Boolean(history.state?.[MARK])
}
