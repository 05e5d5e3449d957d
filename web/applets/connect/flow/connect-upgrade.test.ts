import { expect, test } from 'vitest'
import type { Permissions } from '../../../../worker/contract/billing/checkout.ts'
import type { EnablementRules, Upgraded } from '../../../../worker/contract/upgrade/upgrade.ts'
import { connectFlow, type ConnectEvent } from './connect-flow.ts'
import { flagsOf, isBusy, type ConnectState } from './connect-state.ts'
import { lifted } from './connect-upgrade.ts'
import { at, DISABLED, DYNAMIC, ENABLED, MISSING_BOTH, page, press, refused } from './connect-state.fixture.ts'
import { viewer } from '../../applet.fixture.ts'

const rules = (fields: Partial<EnablementRules> = {}): EnablementRules => ({
  block_user: true,
  minimum_tier: 'intermediate_pro',
  block_reason: 'applet_quota',
  ...fields,
})
const permissions = (permitted: boolean): Permissions => ({
  multi_action: { minimum_tier: 'intermediate_pro', permitted: true },
  multi_service_account: { minimum_tier: 'pro', permitted },
  queries: { minimum_tier: 'pro', permitted },
  filter_code: { minimum_tier: 'pro', permitted },
})
const PRO: Upgraded = { plan: 'intermediate_pro', permissions: permissions(false) }
const upgraded = (bought: Upgraded, attempt = 1): ConnectEvent => ({ type: 'upgraded', attempt, upgraded: bought })
const BLOCKED = { enablement_rules: rules() }
const NO_PLAN = rules({ minimum_tier: null })

/** A page with these rules and an open modal. */
const open = (given: Parameters<typeof page>[0] = {}, block = rules()): ConnectState =>
  press(page({ ...given, viewer: { ...given.viewer, enablement_rules: block } })).state

// §2.4-30
test.each([
  ['never enabled', {}],
  ['disabled', DISABLED],
  ['missing its services', MISSING_BOTH],
])("a blocked user's press opens the modal: %s", (_, fields) => {
  const { state, effects } = press(page({ viewer: { ...fields, ...BLOCKED } }))
  expect(state.kind).toBe('upgrading')
  expect(effects).toEqual([
    { do: 'forget' },
    { do: 'upgrade', attempt: 1, step: 'applet_quota', plan: 'intermediate_pro' },
  ])
  expect(flagsOf(state)).toMatchObject({ connectClicked: false, saving: false })
})

test('a block without a reason opens the default step', () => {
  const { effects } = press(page({ viewer: { enablement_rules: rules({ block_reason: null, minimum_tier: 'pro' }) } }))
  expect(effects).toContainEqual({ do: 'upgrade', attempt: 1, step: 'default', plan: 'pro' })
})

test('a blocked user gets the modal after the login', () => {
  const opened = {
    type: 'opened',
    savedMissing: null,
    loggedIn: true,
    changed: false,
    denied: null,
    autoConnect: true,
  } as const
  expect(connectFlow(page({ viewer: BLOCKED }), opened).state.kind).toBe('upgrading')
})

test('a press while the modal is open does nothing', () => {
  expect(isBusy(open())).toBe(true)
  expect(press(open())).toEqual({ state: open(), effects: [] })
  expect(connectFlow(open(), { type: 'returned' }).effects).toEqual([])
})

test.each([
  ['services that are missing', { viewer: MISSING_BOTH }, { do: 'rememberConnect', missing: 2 }],
  ['the edit path', { applet: { needs_configuration: true } }, { do: 'go', to: '/applets/star-to-sheet/edit' }],
  ['the check of a dynamic config', { applet: DYNAMIC }, { do: 'check', attempt: 2 }],
  ['Reconnect', { viewer: DISABLED }, { do: 'save', attempt: 2, input: { preserve_applet_fields: true, rev: 1 } }],
])('after the upgrade it continues like any press: %s', (_, given, effect) => {
  expect(connectFlow(open(given), upgraded(PRO)).effects).toContainEqual(effect)
})

test('a closed modal changes nothing', () => {
  const { state, effects } = connectFlow(open(), { type: 'upgradeDeclined', attempt: 1 })
  expect(state).toEqual({ ...page({ viewer: BLOCKED }), attempt: 1 })
  expect(effects).toEqual([])
})

test('drops reports from an older or missing modal', () => {
  expect(connectFlow(open(), upgraded(PRO, 0))).toEqual({ state: open(), effects: [] })
  expect(connectFlow(open(), { type: 'upgradeDeclined', attempt: 0 })).toEqual({ state: open(), effects: [] })
  for (const kind of ['idle', 'creating', 'saving', 'disabling', 'checking', 'leaving'] as const) {
    expect(connectFlow(at(kind), upgraded(PRO)).state.kind).toBe(kind)
    expect(connectFlow(at(kind), { type: 'upgradeDeclined', attempt: 1 }).state.kind).toBe(kind)
  }
})

test.each(['queries', 'filter_code', 'multi_service_account'] as const)(
  'a %s block lifts once its permission is granted',
  (block_reason) => {
    const block = rules({ block_reason, minimum_tier: 'pro' })
    expect(lifted(block, permissions(false))).toBe(block)
    expect(lifted(block, permissions(true)).block_user).toBe(false)
  },
)

test.each(['applet_quota', 'pro_service_tqas', 'applet_features'] as const)(
  'an upgrade lifts a %s block until the server decides',
  (block_reason) => expect(lifted(rules({ block_reason }), permissions(false)).block_user).toBe(false),
)

test('an insufficient upgrade starts nothing and refreshes', () => {
  const { state, effects } = connectFlow(
    open({}, rules({ block_reason: 'queries', minimum_tier: 'pro' })),
    upgraded(PRO),
  )
  expect(state.kind).toBe('idle')
  expect(effects).toEqual([{ do: 'readViewer', attempt: 1 }])
  expect(press(state).effects).toContainEqual({ do: 'upgrade', attempt: 2, step: 'queries', plan: 'pro' })
})

test.each(['creating', 'saving'] as const)('a refusal while %s opens the modal with its rules', (kind) => {
  const block = rules({ block_reason: 'filter_code', minimum_tier: 'pro' })
  const refusal = {
    status: 403,
    code: 'tier_required',
    redirectTo: '/plans?reason=filter_code',
    rules: block,
  } as const
  const { state, effects } = connectFlow(at(kind, { viewer: kind === 'saving' ? DISABLED : {} }), refused(refusal))
  expect(state).toMatchObject({ kind: 'upgrading', viewer: { enablement_rules: block } })
  expect(effects).toContainEqual({ do: 'upgrade', attempt: 2, step: 'filter_code', plan: 'pro' })
  expect(effects.map((effect) => effect.do)).not.toContain('go')
})

test('a block that no plan lifts is flashed, not offered', () => {
  const { state, effects } = press(page({ viewer: { enablement_rules: NO_PLAN } }))
  expect([state.kind, effects]).toEqual(['creating', [{ do: 'create', attempt: 1 }]])
  const after = connectFlow(state, refused({ status: 403, message: 'Not on any plan.', rules: NO_PLAN }))
  expect(after.state.kind).toBe('idle')
  expect(after.effects).toEqual([{ do: 'forget' }, { do: 'flash', message: 'Not on any plan.' }])
})

test('a plan just bought is not offered again', () => {
  const bought = connectFlow(open(), upgraded(PRO)).state
  const again = connectFlow(bought, refused({ status: 403, message: 'Still blocked.', rules: rules() }, 2))
  expect(again.state.kind).toBe('idle')
  expect(again.effects).toContainEqual({ do: 'flash', message: 'Still blocked.' })
  const more = refused({ status: 403, rules: rules({ minimum_tier: 'pro' }) }, 2)
  expect(connectFlow(bought, more).state.kind).toBe('upgrading')
  const read = connectFlow(again.state, { type: 'viewerRead', attempt: 2, viewer: viewer(BLOCKED) }).state
  expect(press(read).state.kind).toBe('upgrading')
})

test('disconnecting needs no plan', () => {
  expect(press(page({ viewer: { ...ENABLED, ...BLOCKED } })).state.kind).toBe('disabling')
})

test('a modal that failed to load frees the button', () => {
  const { state, effects } = connectFlow(open(), refused())
  expect(state.kind).toBe('idle')
  expect(effects).toContainEqual({ do: 'flash', message: 'There was an error creating the Applet' })
})

test('preloads the modal on hover or focus of a blocked button', () => {
  const approach = (given: Parameters<typeof page>[0]) => connectFlow(page(given), { type: 'approached' }).effects
  expect(approach({ viewer: BLOCKED })).toEqual([{ do: 'prepareUpgrade' }])
  expect(approach({})).toEqual([])
  expect(approach({ viewer: null })).toEqual([])
})
