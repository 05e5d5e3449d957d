import { expect, test } from 'vitest'
import { connectFlow, DISCONNECTING_SHOWN, type ConnectEvent } from './connect-flow.ts'
import { LEAVING_PATIENCE } from './connect-transitions.ts'
import { flagsOf } from './connect-state.ts'
import { connected, github, ofUser, step } from '../../applet.fixture.ts'
import { at, DISABLED, DYNAMIC, ENABLED, HERE, MISSING_BOTH, page, press } from './connect-state.fixture.ts'

// §3-66 §4.10-01
test('sends a visitor to reset-login and remembers the press', () => {
  const { state, effects } = press(page({ viewer: null }))
  expect(state).toMatchObject({ kind: 'leaving', for: 'login' })
  expect(effects.slice(0, 2)).toEqual([{ do: 'rememberLogin' }, { do: 'go', to: `/session/reset?return_to=${HERE}` }])
})

// §3-66 §4.10-03 §4.10-04
test('a press activates every missing service with return_to', () => {
  const { state, effects } = press(page({ viewer: MISSING_BOTH }))
  expect(state).toMatchObject({ kind: 'leaving', for: 'services' })
  expect(effects.slice(0, 2)).toEqual([
    { do: 'rememberConnect', missing: 2 },
    { do: 'go', to: `/activate?c[]=github&c[]=google_sheets&return_to=${HERE}` },
  ])
  expect(flagsOf(state)).toMatchObject({ connectClicked: true, disconnectClicked: false })
})

test('names a service twice when the Applet uses two accounts', () => {
  const two = { applet_actions: [step(github, 'action', { account_slot: 1 })], step_services: [github] }
  const { effects } = press(page({ applet: two, viewer: MISSING_BOTH }))
  expect(effects).toContainEqual({ do: 'go', to: `/activate?c[]=github&c[]=github&return_to=${HERE}` })
})

// §4.7-01 §4.10-11
test('creates the Applet when every service is connected', () => {
  const { state, effects } = press(page())
  expect(state.kind).toBe('creating')
  expect(flagsOf(state).saving).toBe(true)
  expect(effects).toEqual([{ do: 'create', attempt: 1 }])
})

// §4.8-01 §4.10-07
test('goes to the edit path when configuration is needed', () => {
  const { state, effects } = press(page({ applet: { needs_configuration: true } }))
  expect(state).toMatchObject({ kind: 'leaving', for: 'settling' })
  // A user who turns back from there must not be sent there again.
  expect(effects.slice(0, 2)).toEqual([{ do: 'forget' }, { do: 'go', to: '/applets/star-to-sheet/edit' }])
})

// §4.10-08
test('a dynamic config checks for an existing connection first', () => {
  for (const needs_configuration of [true, false]) {
    const { state, effects } = press(page({ applet: { ...DYNAMIC, needs_configuration } }))
    expect(state.kind).toBe('checking')
    expect(effects).toEqual([{ do: 'check', attempt: 1 }])
  }
})

// §4.10-08
test('creates or configures a dynamic config without an existing connection', () => {
  const free: ConnectEvent = { type: 'checked', attempt: 1, exists: null }
  expect(connectFlow(at('checking', { applet: DYNAMIC }), free)).toMatchObject({
    state: { kind: 'creating' },
    effects: [{ do: 'create', attempt: 2 }],
  })
  const needing = at('checking', { applet: { ...DYNAMIC, needs_configuration: true } })
  expect(connectFlow(needing, free).effects).toContainEqual({ do: 'go', to: '/connections/home-hub/edit' })
})

// §4.7-01 §4.7-02
test('a successful create replaces the Applet and fires the event', () => {
  const returned = ofUser({ ...ENABLED, name: 'As the server has it' })
  const { state, effects } = connectFlow(at('creating'), { type: 'created', attempt: 1, applet: returned })
  expect(flagsOf(state)).toMatchObject({ created: true, enabled: true, disabled: false, saving: false })
  expect(state).toMatchObject({ kind: 'succeeding', applet: { name: 'As the server has it' }, viewer: ENABLED })
  expect(effects.slice(0, 2)).toEqual([{ do: 'forget' }, { do: 'announceEnabled' }])
})

// §4.8-02 §4.8-03
test('Reconnect sends preserve_applet_fields even where configuration is needed', () => {
  const { state, effects } = press(page({ applet: { needs_configuration: true }, viewer: DISABLED }))
  expect(state.kind).toBe('saving')
  expect(flagsOf(state).connectClicked).toBe(true)
  expect(effects).toEqual([{ do: 'save', attempt: 1, input: { preserve_applet_fields: true, rev: 1 } }])
})

test('Reconnect asks for disconnected services first', () => {
  const { effects } = press(page({ viewer: { ...DISABLED, connections: connected('github') } }))
  expect(effects).toContainEqual({ do: 'go', to: `/activate?c[]=google_sheets&return_to=${HERE}` })
})

// §4.8-04
test('a successful save replaces the Applet and marks it updated', () => {
  const returned = ofUser({ ...ENABLED, name: 'As the server has it' })
  const { state, effects } = connectFlow(at('saving', { viewer: DISABLED }), {
    type: 'saved',
    attempt: 1,
    applet: returned,
  })
  expect(flagsOf(state)).toMatchObject({ disabled: false, created: true, enabled: true, updated: true })
  expect(state.applet.name).toBe('As the server has it')
  expect(effects).toContainEqual({ do: 'announceEnabled' })
})

// §2.1-15 §3-66
test('pressing Connected disables', () => {
  const { state, effects } = press(page({ viewer: ENABLED }))
  expect(state.kind).toBe('disabling')
  expect(flagsOf(state).disconnectClicked).toBe(true)
  expect(effects).toEqual([{ do: 'disable', attempt: 1 }])
})

// §4.9-01
test('a successful disable replaces the Applet and marks it disabled', () => {
  const returned = ofUser({ ...DISABLED, name: 'As the server has it' })
  const { state, effects } = connectFlow(at('disabling', { viewer: ENABLED }), {
    type: 'disabled',
    attempt: 1,
    applet: returned,
  })
  expect(state.kind).toBe('releasing')
  expect(flagsOf(state)).toMatchObject({ disabled: true, created: false, enabled: false })
  expect(state.applet.name).toBe('As the server has it')
  expect(effects).toEqual([{ do: 'forget' }, { do: 'play', attempt: 1, milliseconds: DISCONNECTING_SHOWN }])
})

test('the label returns after Disconnected, and an earlier press reconnects', () => {
  const state = at('disconnected', { viewer: DISABLED })
  expect(connectFlow(state, { type: 'elapsed', attempt: 1 }).state.kind).toBe('idle')
  expect(press(state).state.kind).toBe('saving')
})

test('an archived Applet cannot be connected', () => {
  const state = page({ viewer: { status: 'archived' } })
  expect(press(state)).toEqual({ state, effects: [] })
})

test('a page that could not be left returns to idle', () => {
  const { state, effects } = press(page({ viewer: MISSING_BOTH }))
  expect(effects).toContainEqual({ do: 'wait', attempt: 1, milliseconds: LEAVING_PATIENCE })
  expect(connectFlow(state, { type: 'elapsed', attempt: 1 }).state.kind).toBe('idle')
})

test('replacing the Applet does not end a running call', () => {
  const replaced = connectFlow(at('disabling', { viewer: ENABLED }), {
    type: 'appletReplaced',
    applet: ofUser({ ...ENABLED, name: 'Renamed' }),
  })
  expect(replaced.state).toMatchObject({ kind: 'disabling', attempt: 1, applet: { name: 'Renamed' } })
})

test('a restored Applet replaces the archived one', () => {
  const { state } = connectFlow(page({ viewer: { status: 'archived' } }), { type: 'appletReplaced', applet: ofUser() })
  expect(press(state).state.kind).toBe('creating')
})
