import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PushState } from './push-flow.ts'
import { HereView } from './push-here.tsx'

const html = (state: PushState) => renderToStaticMarkup(<HereView state={state} onTurnOn={() => {}} />)

test('a browser without notifications says so and offers them', () => {
  const off = html({ kind: 'off', why: null })
  expect(off).toContain('This browser does not show notifications yet.')
  expect(off).toMatch(/<button[^>]*>Turn on here<\/button>/)
  expect(html({ kind: 'off', why: 'No network.' })).toContain('No network.')
  expect(html({ kind: 'subscribing' })).toContain('aria-busy="true"')
})

test('a browser with notifications says so without a button', () => {
  expect(html({ kind: 'on', outcome: null })).toContain('Shown in this browser, even with no page open.')
  expect(html({ kind: 'on', outcome: null })).not.toContain('<button')
})

test('offers nothing to press before the browser has been asked', () => {
  for (const kind of ['checking', 'blocked', 'unsupported', 'not_offered'] as const) {
    expect(html({ kind })).not.toContain('<button')
    expect(html({ kind })).toMatch(/<output>[A-Z].+[.…]<\/output>/)
  }
})
