import { PAGE_STATE_ID, SESSION_STATE_ID, type PageState } from '../../site/page-state.ts'
import { fulfilled } from '../../site/fulfilled-promise.ts'
import type { Session } from '../../site/session/session.ts'

function readJson<Value>(id: string): Value | null {
  const text = document.getElementById(id)?.textContent
  // Our own server wrote it for this document.
  return text ? (JSON.parse(text) as Value) : null
}

/** Reads the state that the server rendered this document from. */
export function readPageState(): PageState {
  const state = readJson<PageState>(PAGE_STATE_ID)
  if (!state) throw new Error('This document has no page state.')
  return state
}

/**
 * The viewer's part, which is streamed last. It is usually there when a component first asks, because React hydrates a
 * boundary only after its content has arrived; otherwise this waits until the end of the document.
 */
export function readSession(): Promise<Session> {
  const known = sessionSoFar()
  if (known) return fulfilled(known)
  return new Promise((resolve) => {
    const tryResolve = () => {
      const session = sessionSoFar()
      if (!session && document.readyState === 'loading') return
      observer.disconnect()
      document.removeEventListener('DOMContentLoaded', tryResolve)
      resolve(session ?? { kind: 'unavailable' })
    }
    const observer = new MutationObserver(tryResolve)
    observer.observe(document, { childList: true, characterData: true, subtree: true })
    document.addEventListener('DOMContentLoaded', tryResolve)
  })
}

/** On a slow connection the element may hold only half of its JSON. */
function sessionSoFar(): Session | null {
  try {
    return readJson<Session>(SESSION_STATE_ID)
  } catch {
    return null
  }
}
