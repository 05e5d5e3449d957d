import { afterEach, expect, test, vi } from 'vitest'
import { evaluateScript, isOwnHost } from './evaluate-script.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A document with this nonce and these hosts in its head; returns the elements appended to it. */
function page({ nonce, hosts }: { nonce?: string; hosts?: string } = {}) {
  const appended: Record<string, unknown>[] = []
  const found: Record<string, unknown> = { 'script[nonce]': nonce && { nonce }, meta: hosts && { content: hosts } }
  vi.stubGlobal('location', { host: 'switchyard.test' })
  vi.stubGlobal('document', {
    querySelector: (selector: string) => found[selector.startsWith('meta') ? 'meta' : selector] || null,
    createElement: (tag: string) => ({ tag, remove() {} }),
    head: { append: (element: Record<string, unknown>) => appended.push(element) },
  })
  vi.stubGlobal('eval', () => expect.fail('eval was called'))
  return appended
}

test('runs a script answer as an element with the nonce', () => {
  const appended = page({ nonce: 'n0nce' })
  evaluateScript('ran()')
  expect(appended).toMatchObject([{ tag: 'script', nonce: 'n0nce', textContent: 'ran()' }])
})

test('runs nothing in a document without a nonce', () => {
  const appended = page()
  evaluateScript('ran()')
  expect(appended).toEqual([])
})

// §7-09
test('counts our host and at most two that the operator names', () => {
  page({ hosts: 'api.switchyard.test cdn.switchyard.test fourth.switchyard.test' })
  const own = (host: string) => isOwnHost(`https://${host}/thing`)
  expect(['switchyard.test', 'api.switchyard.test', 'cdn.switchyard.test'].map(own)).toEqual([true, true, true])
  expect(['fourth.switchyard.test', 'evil.test', 'x.switchyard.test', 'switchyard.test:8443'].map(own)).toEqual(
    Array(4).fill(false),
  )
  page()
  expect(['switchyard.test', 'api.switchyard.test', ''].map(own)).toEqual([true, false, false])
})
