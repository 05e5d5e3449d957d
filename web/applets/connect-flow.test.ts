import { expect, test } from 'vitest'
import type { Applet, AppletForViewer } from '../../worker/contract/applets.ts'
import { connectFlow, DISCONNECTING_SHOWN, type ConnectEvent, type Refusal } from './connect-flow.ts'
import { LEAVING_PATIENCE } from './connect-moves.ts'
import { flagsOf, initialState, type ConnectState } from './connect-state.ts'
import { applet, connected, octoforge, ofUser, step, viewer } from './test-applets.ts'

type Given = { applet?: Partial<Applet>; viewer?: Partial<AppletForViewer> | null }

/** A page as it is loaded for this viewer; null: a visitor. */
function page(given: Given = {}): ConnectState {
  return initialState(applet(given.applet), given.viewer === null ? null : viewer(given.viewer))
}
const press = (state: ConnectState) => connectFlow(state, { type: 'pressed' })
const at = (kind: ConnectState['kind'], given: Given = {}): ConnectState =>
  kind === 'leaving' ? { ...page(given), kind, for: 'services', attempt: 1 } : { ...page(given), kind, attempt: 1 }
const refusal = (fields: Partial<Refusal> = {}): Refusal => ({
  status: 500,
  code: 'internal',
  message: 'Something went wrong on our side.',
  redirectTo: null,
  ...fields,
})
const refused = (fields: Partial<Refusal> = {}): ConnectEvent => ({
  type: 'refused',
  attempt: 1,
  refusal: refusal(fields),
})

const ENABLED = { status: 'enabled_for_user' } as const
const DISABLED = { status: 'disabled_for_user' } as const
const MISSING_BOTH = { connections: connected() }
const HERE = encodeURIComponent('/applets/star-to-sheet')
const DYNAMIC = { config_type: 'dynamic', friendly_id: 'home-hub' } as const
const BUSY = ['leaving', 'checking', 'creating', 'saving', 'disabling'] as const

test('loaded as enabled_for_user: created and enabled, not disabled (§4.6)', () => {
  expect(flagsOf(page({ viewer: ENABLED }))).toMatchObject({ created: true, enabled: true, disabled: false })
})

test('loaded as disabled_for_user: created and disabled, not enabled (§4.6)', () => {
  expect(flagsOf(page({ viewer: DISABLED }))).toMatchObject({ created: true, enabled: false, disabled: true })
})

test('a status beyond the three is nothing of created, enabled and disabled (§3)', () => {
  const flags = flagsOf(page({ viewer: { status: 'archived' } }))
  expect(flags).toMatchObject({ created: false, enabled: false, disabled: false })
})

test('a visitor who presses is sent to the reset-login path with return_to, and the press is remembered (§4.10)', () => {
  const { state, effects } = press(page({ viewer: null }))
  expect(state).toMatchObject({ kind: 'leaving', for: 'login' })
  expect(effects.slice(0, 2)).toEqual([{ do: 'rememberLogin' }, { do: 'go', to: `/session/reset?return_to=${HERE}` }])
})

test('a press goes to the activation path with every service that is not connected, and return_to (§4.10)', () => {
  const { state, effects } = press(page({ viewer: MISSING_BOTH }))
  expect(state).toMatchObject({ kind: 'leaving', for: 'services' })
  expect(effects.slice(0, 2)).toEqual([
    { do: 'rememberConnect', missing: 2 },
    { do: 'go', to: `/activate?c[]=octoforge&c[]=sheetly&return_to=${HERE}` },
  ])
  expect(flagsOf(state)).toMatchObject({ connectClicked: true, disconnectClicked: false })
})

test('only what is missing is asked for (§4.10)', () => {
  const { effects } = press(page({ viewer: { connections: connected('octoforge') } }))
  expect(effects).toContainEqual({ do: 'go', to: `/activate?c[]=sheetly&return_to=${HERE}` })
})

test('a service whose two accounts the Applet uses is named twice (§4.10)', () => {
  const two = { applet_actions: [step(octoforge, 'action', { account_slot: 1 })], step_services: [octoforge] }
  const { effects } = press(page({ applet: two, viewer: MISSING_BOTH }))
  expect(effects).toContainEqual({ do: 'go', to: `/activate?c[]=octoforge&c[]=octoforge&return_to=${HERE}` })
})

test('with every service connected a press creates the Applet (§4.10)', () => {
  const { state, effects } = press(page())
  expect(state.kind).toBe('creating')
  expect(flagsOf(state).saving).toBe(true)
  expect(effects).toEqual([{ do: 'create', attempt: 1 }])
})

test('with every service connected and configuration needed a press goes to the edit path (§4.8, §4.10)', () => {
  const { state, effects } = press(page({ applet: { needs_configuration: true } }))
  expect(state).toMatchObject({ kind: 'leaving', for: 'settling' })
  // Whoever turns back from there must not be sent there again.
  expect(effects.slice(0, 2)).toEqual([{ do: 'forget' }, { do: 'go', to: '/applets/star-to-sheet/edit' }])
})

test('a dynamic config looks for an existing connection first (§4.10)', () => {
  for (const needs_configuration of [true, false]) {
    const { state, effects } = press(page({ applet: { ...DYNAMIC, needs_configuration } }))
    expect(state.kind).toBe('checking')
    expect(effects).toEqual([{ do: 'check', attempt: 1 }])
  }
})

test('an existing connection is flashed and the state is reset (§4.10, §8)', () => {
  const { state, effects } = connectFlow(at('checking', { applet: DYNAMIC }), {
    type: 'checked',
    attempt: 1,
    exists: 'You already have a connection to Homebase.',
  })
  expect(state.kind).toBe('idle')
  expect(effects).toEqual([{ do: 'forget' }, { do: 'flash', message: 'You already have a connection to Homebase.' }])
})

test('without an existing connection a dynamic config is created, or configured where it needs that (§4.10)', () => {
  const free: ConnectEvent = { type: 'checked', attempt: 1, exists: null }
  expect(connectFlow(at('checking', { applet: DYNAMIC }), free)).toMatchObject({
    state: { kind: 'creating' },
    effects: [{ do: 'create', attempt: 2 }],
  })
  const needing = at('checking', { applet: { ...DYNAMIC, needs_configuration: true } })
  expect(connectFlow(needing, free).effects).toContainEqual({ do: 'go', to: '/connections/home-hub/edit' })
})

test('a successful create replaces the Applet, clears the saved state and fires the event (§4.7, §4.10)', () => {
  const returned = ofUser({ ...ENABLED, name: 'As the server has it' })
  const { state, effects } = connectFlow(at('creating'), { type: 'created', attempt: 1, applet: returned })
  expect(flagsOf(state)).toMatchObject({ created: true, enabled: true, disabled: false, saving: false })
  expect(state).toMatchObject({ kind: 'succeeding', applet: { name: 'As the server has it' }, viewer: ENABLED })
  expect(effects.slice(0, 2)).toEqual([{ do: 'forget' }, { do: 'announceEnabled' }])
})

test('a failed create shows a flash and resets created, enabled and connect-clicked (§4.7, §8)', () => {
  const { state, effects } = connectFlow(at('creating'), refused())
  expect(flagsOf(state)).toMatchObject({ created: false, enabled: false, connectClicked: false, saving: false })
  expect(effects).toEqual([{ do: 'forget' }, { do: 'flash', message: 'There was an error creating the Applet' }])
})

test('Reconnect saves a disabled Applet with preserve_applet_fields, even where configuration is needed (§4.8)', () => {
  const { state, effects } = press(page({ applet: { needs_configuration: true }, viewer: DISABLED }))
  expect(state.kind).toBe('saving')
  expect(flagsOf(state).connectClicked).toBe(true)
  expect(effects).toEqual([{ do: 'save', attempt: 1, input: { preserve_applet_fields: true } }])
})

test('Reconnect asks first for services that are no longer connected (§4.10)', () => {
  const { effects } = press(page({ viewer: { ...DISABLED, connections: connected('octoforge') } }))
  expect(effects).toContainEqual({ do: 'go', to: `/activate?c[]=sheetly&return_to=${HERE}` })
})

test('a successful save: disabled false; created, enabled and updated true; the Applet replaced (§4.8)', () => {
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

test('a failed save leaves updated false and shows a flash (§4.8, §8)', () => {
  const { state, effects } = connectFlow(at('saving', { viewer: DISABLED }), refused())
  expect(flagsOf(state)).toMatchObject({ updated: false, disabled: true })
  expect(effects).toContainEqual({ do: 'flash', message: 'There was an error updating this Applet' })
})

test('a failed save with redirect_to goes there instead of flashing here (§4.8)', () => {
  const to = '/applets/star-to-sheet/edit?error_message=Feed%20address'
  const { state, effects } = connectFlow(
    at('saving', { viewer: DISABLED }),
    refused({ status: 422, code: 'invalid_input', redirectTo: to }),
  )
  expect(state.kind).toBe('leaving')
  expect(effects).toContainEqual({ do: 'go', to })
  expect(effects.map((effect) => effect.do)).not.toContain('flash')
})

test('pressing Connected disables (§2.1, §4.9)', () => {
  const { state, effects } = press(page({ viewer: ENABLED }))
  expect(state.kind).toBe('disabling')
  expect(flagsOf(state).disconnectClicked).toBe(true)
  expect(effects).toEqual([{ do: 'disable', attempt: 1 }])
})

test('a successful disable: disabled true, created and enabled false, the Applet replaced (§4.9)', () => {
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

test('a failed disable shows a flash and leaves disabled false (§4.9, §8)', () => {
  const { state, effects } = connectFlow(at('disabling', { viewer: ENABLED }), refused())
  expect(flagsOf(state)).toMatchObject({ disabled: false, enabled: true })
  expect(effects).toContainEqual({ do: 'flash', message: 'There was an error disabling this Applet' })
})

test.each([
  ['creating', 'There was an error creating the connection'],
  ['checking', 'There was an error creating the connection'],
  ['saving', 'There was an error updating this connection'],
  ['disabling', 'There was an error disabling this connection'],
] as const)('while %s a dynamic config is called a connection (§8)', (kind, message) => {
  expect(connectFlow(at(kind, { applet: DYNAMIC }), refused()).effects).toContainEqual({ do: 'flash', message })
})

test('after Disconnected the label returns, and a press before that reconnects (§4.11)', () => {
  const state = at('disconnected', { viewer: DISABLED })
  expect(connectFlow(state, { type: 'elapsed', attempt: 1 }).state.kind).toBe('idle')
  expect(press(state).state.kind).toBe('saving')
})

test('the quota is reached: to the plans, and the message is left for that page (§6, §8)', () => {
  const quota = {
    code: 'quota_reached',
    message: "You've used all your Applets",
    redirectTo: '/plans?reason=x',
  } as const
  const { effects } = connectFlow(at('creating'), refused({ ...quota, status: 403 }))
  expect(effects.slice(0, 3)).toEqual([
    { do: 'leaveFlash', message: "You've used all your Applets" },
    { do: 'forget' },
    { do: 'go', to: '/plans?reason=x' },
  ])
})

test('a feature that is not configured yet leads to the edit path with its message (§8)', () => {
  const needs = { code: 'needs_configuration', message: "You'll need to configure this feature first." } as const
  const { effects } = connectFlow(
    at('creating'),
    refused({ ...needs, status: 422, redirectTo: '/applets/star-to-sheet/edit' }),
  )
  expect(effects[0]).toEqual({ do: 'leaveFlash', message: "You'll need to configure this feature first." })
  expect(effects).toContainEqual({ do: 'go', to: '/applets/star-to-sheet/edit' })
})

test('an activation that the server asks for comes back to this page, without a message about it (§4.10)', () => {
  const redirectTo = '/activate?c[]=sheetly&return_to=%2Fsettings%2Fconnections&reconnect=1'
  const { effects } = connectFlow(at('creating'), refused({ status: 422, code: 'services_not_connected', redirectTo }))
  const go = effects.find((effect) => effect.do === 'go')
  const query = new URL(go?.to ?? '', 'https://own.test').searchParams
  expect([...query]).toEqual([
    ['c[]', 'sheetly'],
    ['return_to', '/applets/star-to-sheet'],
    ['reconnect', '1'],
  ])
  expect(effects.map((effect) => effect.do)).not.toContain('leaveFlash')
})

test('a redirect_to that leaves our origin is not followed', () => {
  const { state, effects } = connectFlow(at('creating'), refused({ redirectTo: '//evil.test/' }))
  expect(state.kind).toBe('idle')
  expect(effects.map((effect) => effect.do)).toEqual(['forget', 'flash'])
})

test('a session that ended meanwhile leads to login, and the connect goes on after it', () => {
  const { effects } = connectFlow(at('creating'), refused({ status: 401, code: 'not_signed_in' }))
  expect(effects.slice(0, 2)).toEqual([{ do: 'rememberLogin' }, { do: 'go', to: `/session/reset?return_to=${HERE}` }])
})

test('a conflict asks the server how it is now: another tab was faster', () => {
  const { effects } = connectFlow(at('disabling', { viewer: ENABLED }), refused({ status: 409, code: 'conflict' }))
  expect(effects).toContainEqual({ do: 'readViewer', attempt: 1 })
})

test('a connection that exists already says so in its own words (§8)', () => {
  const { effects } = connectFlow(
    at('creating', { applet: DYNAMIC }),
    refused({ status: 409, code: 'already_connected', message: 'This connection already exists.' }),
  )
  expect(effects).toContainEqual({ do: 'flash', message: 'This connection already exists.' })
})

test('a blocked user is not sent through consents first: the server says where the block is settled (§6)', () => {
  const blocked = { block_user: true, minimum_tier: 'pro', block_reason: 'applet_quota' } as const
  const { effects } = press(page({ viewer: { ...MISSING_BOTH, enablement_rules: blocked } }))
  expect(effects).toEqual([{ do: 'create', attempt: 1 }])
})

test('an archived Applet cannot be connected', () => {
  const state = page({ viewer: { status: 'archived' } })
  expect(press(state)).toEqual({ state, effects: [] })
})

test.each(BUSY)('a press while %s does nothing', (kind) => {
  const state = at(kind)
  expect(press(state)).toEqual({ state, effects: [] })
})

test.each(BUSY)('while %s the server is not asked how it is now, and its answer from before is dropped', (kind) => {
  const state = at(kind)
  expect(connectFlow(state, { type: 'returned' })).toEqual({ state, effects: [] })
  expect(connectFlow(state, { type: 'viewerRead', attempt: 1, viewer: viewer(ENABLED) })).toEqual({
    state,
    effects: [],
  })
})

test('what an older attempt reports is dropped: the last intent wins', () => {
  const late: ConnectEvent[] = [
    { type: 'created', attempt: 0, applet: ofUser(ENABLED) },
    { type: 'saved', attempt: 0, applet: ofUser(ENABLED) },
    { type: 'disabled', attempt: 0, applet: ofUser(DISABLED) },
    { type: 'checked', attempt: 0, exists: 'There is one.' },
    { type: 'refused', attempt: 0, refusal: refusal() },
    { type: 'viewerRead', attempt: 0, viewer: viewer(ENABLED) },
    { type: 'elapsed', attempt: 0 },
  ]
  for (const kind of [...BUSY, 'idle', 'counting', 'disconnected'] as const) {
    for (const event of late) expect(connectFlow(at(kind), event)).toEqual({ state: at(kind), effects: [] })
  }
})

test('a report that does not fit what is under way changes nothing', () => {
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

test('a page that could not be left is at rest again after a while', () => {
  const { state, effects } = press(page({ viewer: MISSING_BOTH }))
  expect(effects).toContainEqual({ do: 'wait', attempt: 1, milliseconds: LEAVING_PATIENCE })
  expect(connectFlow(state, { type: 'elapsed', attempt: 1 }).state.kind).toBe('idle')
})

test('an Applet replaced while a call is under way does not end the call', () => {
  const replaced = connectFlow(at('disabling', { viewer: ENABLED }), {
    type: 'appletReplaced',
    applet: ofUser({ ...ENABLED, name: 'Renamed' }),
  })
  expect(replaced.state).toMatchObject({ kind: 'disabling', attempt: 1, applet: { name: 'Renamed' } })
})

test('a restored Applet takes the place of the archived one', () => {
  const { state } = connectFlow(page({ viewer: { status: 'archived' } }), { type: 'appletReplaced', applet: ofUser() })
  expect(press(state).state.kind).toBe('creating')
})
