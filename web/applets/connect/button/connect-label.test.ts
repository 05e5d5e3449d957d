import { expect, test } from 'vitest'
import type { AppletForViewer } from '../../../../worker/contract/applets/applet.ts'
import { announcement, connectLabel, knobService, shortened } from './connect-label.ts'
import { initialState, type ConnectState } from '../flow/connect-state.ts'
import { applet, connected, github, sheets, viewer } from '../../applet.fixture.ts'
import { service } from '../../../testing/catalogue.fixture.ts'

const page = (fields: Partial<AppletForViewer> | null = {}): ConnectState =>
  initialState(applet(), fields === null ? null : viewer(fields))

test('enabled_for_user reads Connected', () => {
  expect(connectLabel(page({ status: 'enabled_for_user' }))).toBe('Connected')
})

test('disabled_for_user reads Reconnect', () => {
  expect(connectLabel(page({ status: 'disabled_for_user' }))).toBe('Reconnect')
})

// §2.1-17
test("otherwise reads Connect and the next or trigger's service name", () => {
  expect(connectLabel(page({ connections: connected('github') }))).toBe('Connect Google Sheets')
  expect(connectLabel(page())).toBe('Connect GitHub')
  expect(connectLabel(page(null))).toBe('Connect GitHub')
})

// §2.1-18
test('reads Going to {service} on the way to connecting it', () => {
  const state: ConnectState = { ...page({ connections: connected('github') }), kind: 'leaving', for: 'services' }
  expect(connectLabel(state)).toBe('Going to Google Sheets')
})

test.each([
  ['checking', 'Connecting…'],
  ['creating', 'Connecting…'],
  ['saving', 'Connecting…'],
  ['disabling', 'Disconnecting…'],
  ['disconnected', 'Disconnected'],
] as const)('while %s it reads %s', (kind, label) => {
  expect(connectLabel({ ...page(), kind })).toBe(label)
  expect(announcement({ ...page(), kind })).toBe(label)
})

// §5-17
test('cuts a label over 24 characters to 23 and …', () => {
  expect(shortened('Connect Google Calendar!')).toBe('Connect Google Calendar!')
  expect(shortened('Connect Google Calendars!')).toBe('Connect Google Calendar…')
  expect(shortened('Connect Google Calendar Pro')).toBe('Connect Google Calendar…')
  // A reader sees a family emoji as one character.
  expect(shortened(`Connect ${'👨‍👩‍👧'.repeat(16)}`)).toBe(`Connect ${'👨‍👩‍👧'.repeat(16)}`)
})

test('the knob shows the next service, or the last when connected', () => {
  expect(knobService(page({ connections: connected('github') }))).toBe(sheets)
  expect(knobService(page())).toBe(github)
  expect(knobService(page({ status: 'enabled_for_user' }))).toBe(sheets)
})

test('announces a connection when it happens, not on load', () => {
  const enabled = page({ status: 'enabled_for_user' })
  expect(announcement({ ...enabled, outcome: 'created' })).toBe('Connected')
  expect(announcement(enabled)).toBe('')
})

test('an Applet without a service still has a label', () => {
  expect(connectLabel(initialState(applet({ applet_trigger: null, step_services: [] }), null))).toBe('Connect')
  expect(
    connectLabel(initialState(applet({ step_services: [service('email', { connect_kind: 'none' })] }), null)),
  ).toBe('Connect GitHub')
})
