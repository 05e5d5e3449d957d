import { PAGE_STATE_ID, SESSION_STATE_ID, type PageState } from '../../site/page-state.ts'
import { fulfilled } from '../../site/fulfilled-promise.ts'
import type { Session } from '../../site/session.ts'

function readJson<Value>(id: string): Value | null {
  const text = document.getElementById(id)?.textContent
  // Our own server wrote it for this very document.
  return text ? (JSON.parse(text) as Value) : null
}

/** What the server rendered this document with. */
export function readPageState(): PageState {
  const state = readJson<PageState>(PAGE_STATE_ID)
  if (!state) throw new Error('This document has no page state.')
  return state
}

/**
 * The viewer's part. It is streamed after the rest, and React hydrates a boundary only when its content has come, so
 * the element is usually there when a component first asks; else it is waited for, to the end of the document.
 */
export function readSession(): Promise<Session> {
  const known = sessionSoFar()
  if (known) return fulfilled(known)
  return new Promise((resolve) => {
    const settle = () => {
      const session = sessionSoFar()
      if (!session && document.readyState === 'loading') return
      observer.disconnect()
      document.removeEventListener('DOMContentLoaded', settle)
      resolve(session ?? { kind: 'unavailable' })
    }
    const observer = new MutationObserver(settle)
    observer.observe(document, { childList: true, characterData: true, subtree: true })
    document.addEventListener('DOMContentLoaded', settle)
  })
}

/** On a slow line the element is there before all of its text is; half of an object is no JSON. */
function sessionSoFar(): Session | null {
  try {
    return readJson<Session>(SESSION_STATE_ID)
  } catch {
    return null
  }
}
