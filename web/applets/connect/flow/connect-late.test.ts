import { expect, test } from 'vitest'
import { connectFlow, type ConnectEvent } from './connect-flow.ts'
import type { ConnectState } from './connect-state.ts'
import { ofUser, viewer } from '../../applet.fixture.ts'
import { at, DISABLED, ENABLED, press, refused } from './connect-state.fixture.ts'

/** Presses and reports that arrive out of turn. */
const BUSY = ['leaving', 'checking', 'creating', 'saving', 'disabling'] as const

test.each(BUSY)('ignores a press while %s', (kind) => {
  const state = at(kind)
  expect(press(state)).toEqual({ state, effects: [] })
})

test.each(BUSY)('while %s it neither asks the server nor takes old answers', (kind) => {
  const state = at(kind)
  expect(connectFlow(state, { type: 'returned' })).toEqual({ state, effects: [] })
  expect(connectFlow(state, { type: 'viewerRead', attempt: 1, viewer: viewer(ENABLED) })).toEqual({
    state,
    effects: [],
  })
})

test('drops what an older attempt reports', () => {
  const late: ConnectEvent[] = [
    { type: 'created', attempt: 0, applet: ofUser(ENABLED) },
    { type: 'saved', attempt: 0, applet: ofUser(ENABLED) },
    { type: 'disabled', attempt: 0, applet: ofUser(DISABLED) },
    { type: 'checked', attempt: 0, exists: 'There is one.' },
    refused({}, 0),
    { type: 'viewerRead', attempt: 0, viewer: viewer(ENABLED) },
    { type: 'elapsed', attempt: 0 },
  ]
  for (const kind of [...BUSY, 'idle', 'counting', 'disconnected'] as const) {
    for (const event of late) expect(connectFlow(at(kind), event)).toEqual({ state: at(kind), effects: [] })
  }
})

test('ignores a report that does not fit the state', () => {
  const refusals: [ConnectState['kind'], ConnectEvent][] = [
    ['idle', { type: 'created', attempt: 1, applet: ofUser(ENABLED) }],
    ['saving', { type: 'created', attempt: 1, applet: ofUser(ENABLED) }],
    ['creating', { type: 'saved', attempt: 1, applet: ofUser(ENABLED) }],
    ['idle', { type: 'disabled', attempt: 1, applet: ofUser(DISABLED) }],
    ['creating', { type: 'checked', attempt: 1, exists: 'There is one.' }],
    ['idle', { type: 'elapsed', attempt: 1 }],
    ['creating', { type: 'elapsed', attempt: 1 }],
    ['idle', refused()],
    ['leaving', refused()],
    ['idle', { type: 'countdownCancelled' }],
  ]
  for (const [kind, event] of refusals) expect(connectFlow(at(kind), event)).toEqual({ state: at(kind), effects: [] })
})
