import { expect, test } from 'vitest'
import { bulkActivationUrl } from './connect-addresses.ts'
import {
  flagsOf,
  initialState,
  isLive,
  lastServiceConnected,
  mainService,
  nextToBeConnected,
  permissionsOf,
  returnPath,
} from './connect-state.ts'
import { DISABLED, ENABLED, page } from './connect-state.fixture.ts'
import { applet, connected, github, sheets, step, viewer } from '../../applet.fixture.ts'
import { service } from '../../../testing/catalogue.fixture.ts'

// §3-66 §4.10-06
test('the first unconnected service is next to connect', () => {
  expect(nextToBeConnected(initialState(applet(), viewer({ connections: connected() })))).toBe(github)
  expect(nextToBeConnected(initialState(applet(), viewer({ connections: connected('github') })))).toBe(sheets)
  expect(nextToBeConnected(initialState(applet(), viewer()))).toBe(null)
})

// §3-66
test('the last service connected is never a built-in one', () => {
  expect(lastServiceConnected(initialState(applet(), viewer({ connections: connected('github') })))).toBe(github)
  expect(lastServiceConnected(initialState(applet(), viewer()))).toBe(sheets)
  const builtIn = applet({ step_services: [github, service('email', { connect_kind: 'none' })] })
  expect(lastServiceConnected(initialState(builtIn, null))).toBe(null)
})

// §3-66
test("the main service is the trigger's", () => {
  expect(mainService(initialState(applet(), null))).toBe(github)
  expect(mainService(initialState(applet({ applet_trigger: null, step_services: [sheets] }), null))).toBe(sheets)
})

// §3-66
test('a visitor has built-in permissions only', () => {
  const email = service('email', { connect_kind: 'none' })
  const permissions = permissionsOf(initialState(applet({ step_services: [github, email] }), null))
  expect(permissions.map(({ service: { module_name }, connected: is }) => [module_name, is])).toEqual([
    ['github', false],
    ['email', true],
  ])
})

test('one activation names at most ten accounts', () => {
  const many = Array.from({ length: 12 }, (_, index) => service(`service_${index}`))
  const big = applet({ step_services: many, applet_actions: many.map((each) => step(each, 'action')) })
  const url = new URL(bulkActivationUrl(initialState(big, viewer({ connections: [] }))), 'https://own.test')
  expect(url.searchParams.getAll('c[]')).toHaveLength(10)
})

test("returns to the Applet's own address", () => {
  expect(returnPath(initialState(applet({ friendly_id: null, name: 'Über stars' }), null))).toBe(
    '/applets/1-uber-stars',
  )
  expect(returnPath(initialState(applet({ config_type: 'dynamic' }), null))).toBe('/connections/star-to-sheet')
})

// §4.6-01
test('enabled_for_user loads as created and enabled', () => {
  expect(flagsOf(page({ viewer: ENABLED }))).toMatchObject({ created: true, enabled: true, disabled: false })
})

// §4.6-01
test('disabled_for_user loads as created and disabled', () => {
  expect(flagsOf(page({ viewer: DISABLED }))).toMatchObject({ created: true, enabled: false, disabled: true })
})

// §3-38
test('any other status loads as neither created, enabled nor disabled', () => {
  const flags = flagsOf(page({ viewer: { status: 'archived' } }))
  expect(flags).toMatchObject({ created: false, enabled: false, disabled: false })
})

test('only a dynamic config has the live-channel variant', () => {
  expect(isLive(page({ applet: { config_type: 'dynamic' } }))).toBe(true)
  expect(isLive(page({ applet: { config_type: 'static' } }))).toBe(false)
})
