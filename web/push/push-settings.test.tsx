import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PushState } from './push-flow.ts'
import { PushControls } from './push-settings.tsx'

const nothing = () => {}
const html = (state: PushState) =>
  renderToStaticMarkup(<PushControls state={state} turnOn={nothing} turnOff={nothing} test={nothing} />)
const buttons = (state: PushState) => [...html(state).matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, name]) => name)

test('a browser that is not notified offers to be, and says why it could not', () => {
  expect(buttons({ kind: 'off', why: null })).toEqual(['Turn on'])
  expect(html({ kind: 'off', why: 'No network.' })).toContain('<output>No network.</output>')
})

test('a browser that is notified offers a test and to be left alone', () => {
  expect(buttons({ kind: 'on', outcome: null })).toEqual(['Send a test notification', 'Turn off'])
  expect(html({ kind: 'on', outcome: 'Sent to this browser.' })).toContain('<output>Sent to this browser.</output>')
})

test('while it works the button stays, busy', () => {
  for (const kind of ['asking', 'subscribing', 'leaving', 'testing'] as const) {
    expect(html({ kind })).toContain('aria-busy="true"')
  }
})

test('where there is nothing to press there is a sentence that says why', () => {
  for (const kind of ['checking', 'unsupported', 'not_offered', 'blocked'] as const) {
    expect(buttons({ kind })).toEqual([])
    expect(html({ kind })).toMatch(/<p>[A-Z].+[.…]<\/p>/)
  }
})
