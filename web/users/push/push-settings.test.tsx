import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PushState } from './push-flow.ts'
import { PushControls } from './push-settings.tsx'

const nothing = () => {}
const html = (state: PushState) =>
  renderToStaticMarkup(<PushControls state={state} turnOn={nothing} turnOff={nothing} test={nothing} />)
const buttons = (state: PushState) => [...html(state).matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, name]) => name)

test('an unsubscribed browser offers Turn on and shows a failure', () => {
  expect(buttons({ kind: 'off', why: null })).toEqual(['Turn on'])
  expect(html({ kind: 'off', why: 'No network.' })).toContain('<output>No network.</output>')
})

test('a subscribed browser offers a test and Turn off', () => {
  expect(buttons({ kind: 'on', outcome: null })).toEqual(['Send a test notification', 'Turn off'])
  expect(html({ kind: 'on', outcome: 'Sent to this browser.' })).toContain('<output>Sent to this browser.</output>')
})

test('keeps the button, busy, while working', () => {
  for (const kind of ['asking', 'subscribing', 'leaving', 'testing'] as const) {
    expect(html({ kind })).toContain('aria-busy="true"')
  }
})

test('explains why there is nothing to press', () => {
  for (const kind of ['checking', 'unsupported', 'not_offered', 'blocked'] as const) {
    expect(buttons({ kind })).toEqual([])
    expect(html({ kind })).toMatch(/<p>[A-Z].+[.…]<\/p>/)
  }
})
