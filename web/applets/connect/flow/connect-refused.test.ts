import { expect, test } from 'vitest'
import { connectFlow } from './connect-flow.ts'
import { flagsOf } from './connect-state.ts'
import { at, DISABLED, DYNAMIC, ENABLED, HERE, refused } from './connect-state.fixture.ts'

// §4.7-04 §4.7-05 §8-17
test('a failed create shows a flash and resets created, enabled and connect-clicked (§4.7, §8)', () => {
  const { state, effects } = connectFlow(at('creating'), refused())
  expect(flagsOf(state)).toMatchObject({ created: false, enabled: false, connectClicked: false, saving: false })
  expect(effects).toEqual([{ do: 'forget' }, { do: 'flash', message: 'There was an error creating the Applet' }])
})

// §4.8-06 §4.8-08 §8-18
test('a failed save leaves updated false and shows a flash (§4.8, §8)', () => {
  const { state, effects } = connectFlow(at('saving', { viewer: DISABLED }), refused())
  expect(flagsOf(state)).toMatchObject({ updated: false, disabled: true })
  expect(effects).toContainEqual({ do: 'flash', message: 'There was an error updating this Applet' })
})

// §4.8-07 §7-48
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

// §4.9-03 §4.9-04 §8-19
test('a failed disable shows a flash and leaves disabled false (§4.9, §8)', () => {
  const { state, effects } = connectFlow(at('disabling', { viewer: ENABLED }), refused())
  expect(flagsOf(state)).toMatchObject({ disabled: false, enabled: true })
  expect(effects).toContainEqual({ do: 'flash', message: 'There was an error disabling this Applet' })
})

// §8-17 §8-18 §8-19 §D3.7-01
test.each([
  ['creating', 'There was an error creating the connection'],
  ['checking', 'There was an error creating the connection'],
  ['saving', 'There was an error updating this connection'],
  ['disabling', 'There was an error disabling this connection'],
] as const)('while %s a dynamic config is called a connection (§8)', (kind, message) => {
  expect(connectFlow(at(kind, { applet: DYNAMIC }), refused()).effects).toContainEqual({ do: 'flash', message })
})

test('a refusal that leads elsewhere and names no rules leaves its message for that page (§8)', () => {
  const moved = { code: 'conflict', message: 'This has moved.', redirectTo: '/my_applets' } as const
  const { effects } = connectFlow(at('creating'), refused({ ...moved, status: 409 }))
  expect(effects.slice(0, 3)).toEqual([
    { do: 'leaveFlash', message: 'This has moved.' },
    { do: 'forget' },
    { do: 'go', to: '/my_applets' },
  ])
})

// §8-10
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

test('one call too many in a minute says what to do about it (§D3.3)', () => {
  const message = 'Too many tries. Please wait a little and try again.'
  const { state, effects } = connectFlow(at('creating'), refused({ status: 429, code: 'rate_limited', message }))
  expect(state.kind).toBe('idle')
  expect(effects).toEqual([{ do: 'forget' }, { do: 'flash', message }])
})
