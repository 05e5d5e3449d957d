import { expect, test } from 'vitest'
import { connectFlow } from './connect-flow.ts'
import { flagsOf } from './connect-state.ts'
import { at, DISABLED, DYNAMIC, ENABLED, HERE, refused } from './connect-state.fixture.ts'

// §4.7-04 §8-17
test('a failed create flashes and resets created, enabled, connect-clicked', () => {
  const { state, effects } = connectFlow(at('creating'), refused())
  expect(flagsOf(state)).toMatchObject({ created: false, enabled: false, connectClicked: false, saving: false })
  expect(effects).toEqual([{ do: 'forget' }, { do: 'flash', message: 'There was an error creating the Applet' }])
})

// §4.8-06 §4.8-07 §8-17
test('a failed save flashes and leaves updated false', () => {
  const { state, effects } = connectFlow(at('saving', { viewer: DISABLED }), refused())
  expect(flagsOf(state)).toMatchObject({ updated: false, disabled: true })
  expect(effects).toContainEqual({ do: 'flash', message: 'There was an error updating this Applet' })
})

// §4.8-07
test('a failed save with redirect_to goes there without a flash', () => {
  const to = '/applets/star-to-sheet/edit?error_message=Feed%20address'
  const { state, effects } = connectFlow(
    at('saving', { viewer: DISABLED }),
    refused({ status: 422, code: 'invalid_input', redirectTo: to }),
  )
  expect(state.kind).toBe('leaving')
  expect(effects).toContainEqual({ do: 'go', to })
  expect(effects.map((effect) => effect.do)).not.toContain('flash')
})

// §4.9-03 §8-17
test('a failed disable flashes and leaves disabled false', () => {
  const { state, effects } = connectFlow(at('disabling', { viewer: ENABLED }), refused())
  expect(flagsOf(state)).toMatchObject({ disabled: false, enabled: true })
  expect(effects).toContainEqual({ do: 'flash', message: 'There was an error disabling this Applet' })
})

// §8-17
test.each([
  ['creating', 'There was an error creating the connection'],
  ['checking', 'There was an error creating the connection'],
  ['saving', 'There was an error updating this connection'],
  ['disabling', 'There was an error disabling this connection'],
] as const)('while %s a dynamic config is called a connection', (kind, message) => {
  expect(connectFlow(at(kind, { applet: DYNAMIC }), refused()).effects).toContainEqual({ do: 'flash', message })
})

test('a version that was not shown leads to the page saying so', () => {
  const changed = { status: 409, code: 'conflict', redirectTo: '/applets/star-to-sheet?changed=1' } as const
  const { effects } = connectFlow(at('creating'), refused(changed))
  expect(effects.slice(0, 2)).toEqual([{ do: 'forget' }, { do: 'go', to: changed.redirectTo }])
})

// §8-10
test('an unconfigured feature leads to the edit path with its message', () => {
  const needs = { code: 'needs_configuration', message: "You'll need to configure this feature first." } as const
  const { effects } = connectFlow(
    at('creating'),
    refused({ ...needs, status: 422, redirectTo: '/applets/star-to-sheet/edit' }),
  )
  expect(effects[0]).toEqual({ do: 'leaveFlash', message: "You'll need to configure this feature first." })
  expect(effects).toContainEqual({ do: 'go', to: '/applets/star-to-sheet/edit' })
})

test('a required activation returns to this page without a message', () => {
  const redirectTo = '/activate?c[]=google_sheets&return_to=%2Fsettings%2Fconnections&reconnect=1'
  const { effects } = connectFlow(at('creating'), refused({ status: 422, code: 'services_not_connected', redirectTo }))
  const go = effects.find((effect) => effect.do === 'go')
  const query = new URL(go?.to ?? '', 'https://own.test').searchParams
  expect([...query]).toEqual([
    ['c[]', 'google_sheets'],
    ['return_to', '/applets/star-to-sheet'],
    ['reconnect', '1'],
  ])
  expect(effects.map((effect) => effect.do)).not.toContain('leaveFlash')
})

test('ignores a redirect_to that leaves our origin', () => {
  const { state, effects } = connectFlow(at('creating'), refused({ redirectTo: '//evil.test/' }))
  expect(state.kind).toBe('idle')
  expect(effects.map((effect) => effect.do)).toEqual(['forget', 'flash'])
})

test('an ended session leads to login, then the connect resumes', () => {
  const { effects } = connectFlow(at('creating'), refused({ status: 401, code: 'not_signed_in' }))
  expect(effects.slice(0, 2)).toEqual([{ do: 'rememberLogin' }, { do: 'go', to: `/session/reset?return_to=${HERE}` }])
})

test('a conflict asks the server for the current state', () => {
  const { effects } = connectFlow(at('disabling', { viewer: ENABLED }), refused({ status: 409, code: 'conflict' }))
  expect(effects).toContainEqual({ do: 'readViewer', attempt: 1 })
})

// §8-17
test.each([
  [409, 'conflict', 'The author archived this Applet, so it cannot be turned on again.'],
  [404, 'not_found', 'We could not find this Applet. Its author may have archived it.'],
] as const)('a %i of a save says what stands in the way', (status, code, message) => {
  const { effects } = connectFlow(at('saving', { viewer: DISABLED }), refused({ status, code, message }))
  expect(effects).toContainEqual({ do: 'flash', message: `There was an error updating this Applet. ${message}` })
})
