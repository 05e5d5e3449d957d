import { afterEach, expect, test, vi } from 'vitest'
import { readSession } from './read-page-state.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A loading document; `text` is what has arrived of the viewer's part, and `ended` ends the document. */
function aDocument(text: string | null) {
  const part = { textContent: text }
  const document = Object.assign(new EventTarget(), {
    readyState: 'loading',
    getElementById: () => (part.textContent === null ? null : part),
  })
  let mutated = () => {}
  vi.stubGlobal('document', document)
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(run: () => void) {
        mutated = run
      }
      observe() {}
      disconnect() {}
    },
  )
  return {
    came(more: string) {
      part.textContent = (part.textContent ?? '') + more
      mutated()
    },
    ended() {
      document.readyState = 'interactive'
      document.dispatchEvent(new Event('DOMContentLoaded'))
    },
  }
}

test("reads a complete viewer's part at once", async () => {
  aDocument('{"kind":"visitor"}')
  expect(await readSession()).toEqual({ kind: 'visitor' })
})

test("waits for the rest of half a viewer's part", async () => {
  const { came } = aDocument('{"kind":"vis')
  const session = readSession()
  came('it')
  came('or"}')
  expect(await session).toEqual({ kind: 'visitor' })
})

test('leaves the viewer unknown when the document breaks off', async () => {
  const { ended } = aDocument('{"kind":"us')
  const session = readSession()
  ended()
  expect(await session).toEqual({ kind: 'unavailable' })
})
