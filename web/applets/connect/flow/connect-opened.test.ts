import { expect, test } from 'vitest'
import { connectFlow, type ConnectEvent } from './connect-flow.ts'
import { flagsOf } from './connect-state.ts'
import { connected, viewer } from '../../applet.fixture.ts'
import { at, DISABLED, ENABLED, HERE, MISSING_BOTH, page, press } from './connect-state.fixture.ts'

const opened = (fields: Partial<Extract<ConnectEvent, { type: 'opened' }>> = {}): ConnectEvent => ({
  type: 'opened',
  savedMissing: null,
  loggedIn: false,
  changed: false,
  denied: null,
  autoConnect: false,
  ...fields,
})

test('creates the Applet on return from all consents', () => {
  const { state } = connectFlow(page(), opened({ savedMissing: 2 }))
  expect(state.kind).toBe('creating')
})

test('continues with the next service after each return', () => {
  const half = page({ viewer: { connections: connected('github') } })
  expect(connectFlow(half, opened({ savedMissing: 2 })).effects).toContainEqual({
    do: 'go',
    to: `/activate?c[]=google_sheets&return_to=${HERE}`,
  })
})

test('a return without progress stops and forgets the press', () => {
  const state = page({ viewer: MISSING_BOTH })
  expect(connectFlow(state, opened({ savedMissing: 2, autoConnect: true }))).toEqual({
    state,
    effects: [{ do: 'forget' }],
  })
})

test('a denied consent is flashed and resets the press', () => {
  const state = page({ viewer: MISSING_BOTH })
  const denied = opened({ denied: 'You did not allow access.', savedMissing: 3, loggedIn: true, autoConnect: true })
  expect(connectFlow(state, denied)).toEqual({
    state,
    effects: [{ do: 'forget' }, { do: 'flash', message: 'You did not allow access.' }],
  })
})

test('a press resumes on return from its login', () => {
  expect(connectFlow(page(), opened({ loggedIn: true })).state.kind).toBe('creating')
  expect(connectFlow(page({ viewer: DISABLED }), opened({ loggedIn: true })).state.kind).toBe('saving')
})

test.each([{ savedMissing: 1 }, { loggedIn: true }])('a press on another version shows the new one: %o', (saved) => {
  const { state, effects } = connectFlow(page(), opened({ ...saved, changed: true }))
  expect(state).toMatchObject({ kind: 'leaving', for: 'settling' })
  expect(effects.slice(0, 2)).toEqual([{ do: 'forget' }, { do: 'go', to: '/applets/star-to-sheet?changed=1' }])
  expect(connectFlow(page(), opened({ changed: true })).effects).toEqual([])
})

test('an enabled Applet forgets the saved press', () => {
  const state = page({ viewer: ENABLED })
  expect(connectFlow(state, opened({ savedMissing: 1, loggedIn: true }))).toEqual({
    state,
    effects: [{ do: 'forget' }],
  })
})

// §4.10-12
test('presses itself 3000 ms after mount when services are missing', () => {
  const { state, effects } = connectFlow(page({ viewer: MISSING_BOTH }), opened({ autoConnect: true }))
  expect(state.kind).toBe('counting')
  expect(effects).toEqual([{ do: 'wait', attempt: 1, milliseconds: 3000 }])
  const { state: left, effects: gone } = connectFlow(state, { type: 'elapsed', attempt: 1 })
  expect(left).toMatchObject({ kind: 'leaving', for: 'services' })
  // Nothing was pressed, so the activation page waits for a press.
  expect(gone).toContainEqual({ do: 'go', to: `/activate?c[]=github&c[]=google_sheets&return_to=${HERE}&ask=1` })
  expect(press(state).state.kind).toBe('leaving')
})

// §4.10-12
test.each([
  ['outside production', page({ viewer: MISSING_BOTH }), false],
  ['with requirements met', page(), true],
  ['for a visitor', page({ viewer: null }), true],
  ['on a disabled Applet', page({ viewer: { ...DISABLED, ...MISSING_BOTH } }), true],
  [
    'for a blocked user',
    page({
      viewer: {
        ...MISSING_BOTH,
        enablement_rules: { block_user: true, minimum_tier: 'pro', block_reason: 'applet_quota' },
      },
    }),
    true,
  ],
] as const)('the button never presses itself %s', (_, state, autoConnect) => {
  expect(connectFlow(state, opened({ autoConnect }))).toEqual({ state, effects: [] })
})

test("returning to the tab takes over the server's answer", () => {
  const state = page({ viewer: MISSING_BOTH })
  expect(connectFlow(state, { type: 'returned' }).effects).toEqual([{ do: 'readViewer', attempt: 0 }])
  const read = connectFlow(state, { type: 'viewerRead', attempt: 0, viewer: viewer(ENABLED) })
  expect(flagsOf(read.state).enabled).toBe(true)
  expect(read.effects).toEqual([])
})

test('a visitor never asks the server', () => {
  expect(connectFlow(page({ viewer: null }), { type: 'returned' }).effects).toEqual([])
})

test('a service connected in another tab ends its countdown', () => {
  const state = at('counting', { viewer: MISSING_BOTH })
  const read: ConnectEvent = { type: 'viewerRead', attempt: 1, viewer: viewer() }
  expect(connectFlow(state, read).state.kind).toBe('idle')
  const half: ConnectEvent = { type: 'viewerRead', attempt: 1, viewer: viewer({ connections: connected('github') }) }
  expect(connectFlow(state, half).state.kind).toBe('counting')
})

test('an unchanged refresh keeps Disconnected for its moment', () => {
  const state = at('disconnected', { viewer: DISABLED })
  expect(connectFlow(state, { type: 'viewerRead', attempt: 1, viewer: viewer(DISABLED) }).state.kind).toBe(
    'disconnected',
  )
  expect(connectFlow(state, { type: 'viewerRead', attempt: 1, viewer: viewer(ENABLED) }).state.kind).toBe('idle')
})
