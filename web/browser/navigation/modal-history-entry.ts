import { after } from '../time/timers.ts'

const MARK = 'own-entry'

/** No browser takes this long to go one entry back within a document; one that never says so must not hold us up. */
const GIVE_UP = 1000

/**
 * An entry of its own in the browser's history: Back takes it away and leaves the page where it is. `onBack` hears of
 * that; Forward later brings back the entry alone, and nothing happens.
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
    /** After a Back that came at a bad time: it is there again. */
    enter,
    stop,
    /** Takes the entry away, then runs: a navigation that began before that would get lost. Once. */
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
