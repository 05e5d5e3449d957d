import { expect, test } from 'vitest'
import { APPLET_STATUSES } from '../../contract/applets/applet.ts'
import { accountsNeeded, ALLOWED_STATUSES, connectionsOf, modulesToConnect, statusOf } from './applet-status.ts'

// §3-38
test('allows each action from its listed statuses only', () => {
  const [never, enabled, disabled, archived] = APPLET_STATUSES
  expect(ALLOWED_STATUSES).toEqual({
    create: [never, disabled, enabled],
    save: [never, disabled, enabled],
    disable: [enabled, disabled],
    delete: [never, enabled, disabled, archived],
    restore: [archived],
    publish: [never, enabled, disabled],
    unpublish: [never, enabled, disabled],
    edit: [never, enabled, disabled],
    rename: [never, enabled, disabled, archived],
    configure: [enabled, disabled],
    set_notifications: [enabled],
    regenerate_address: [enabled],
  })
})

// §3-38
test('shows an Applet as archived to its author only', () => {
  const facts = { is_author: true, archived: true, enablement: 'enabled' as const }
  expect(statusOf(facts)).toBe('archived')
  expect(statusOf({ ...facts, is_author: false })).toBe('enabled_for_user')
  expect(statusOf({ ...facts, archived: false, enablement: 'disabled' })).toBe('disabled_for_user')
  expect(statusOf({ ...facts, archived: false, enablement: null })).toBe('never_enabled_for_user')
})

const steps = [
  { service: { module_name: 'feeds', connect_kind: 'none' as const }, account_slot: 0 },
  { service: { module_name: 'google_sheets', connect_kind: 'oauth2' as const }, account_slot: 1 },
  { service: { module_name: 'google_sheets', connect_kind: 'oauth2' as const }, account_slot: 0 },
]
const working = { module_name: 'google_sheets', status: 'connected' as const }
const broken = { module_name: 'google_sheets', status: 'broken' as const }

// §3-59
test('needs as many working accounts as the Applet uses', () => {
  expect([...accountsNeeded(steps)]).toEqual([
    ['feeds', 0],
    ['google_sheets', 2],
  ])
  const states = [[], [working], [working, working], [working, broken], [working, working, broken]].map(
    (accounts) => connectionsOf(steps, accounts)[1],
  )
  expect(states.map((state) => [state?.connected, state?.broken])).toEqual([
    [false, false],
    [false, false],
    [true, false],
    [false, true],
    [true, false],
  ])
})

test('treats built-in services as always connected', () => {
  expect(connectionsOf(steps, [])[0]).toEqual({ module_name: 'feeds', connected: true, broken: false, granted: true })
  expect(modulesToConnect(steps, [working])).toEqual(['google_sheets', 'google_sheets'])
  expect(modulesToConnect(steps, [working, working])).toEqual([])
})
