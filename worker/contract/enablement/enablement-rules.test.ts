import { expect, test } from 'vitest'
import { type SoldPlan, TIERS, type Tier, withAllUpgrades } from '../tiers.ts'
import {
  accountRules,
  aiCreationRules,
  appletRules,
  conversionRules,
  needsOfSteps,
  planRules,
  serviceRules,
  slotsOf,
  stepRules,
  type Needs,
  type NeedStep,
} from './enablement-rules.ts'
import { UPGRADE_STEPS, type UpgradeStep } from '../upgrade/upgrade.ts'

const open = { block_user: false, minimum_tier: null, block_reason: null }
const blocks = (block_reason: UpgradeStep, minimum_tier: SoldPlan | null) => ({
  block_user: true,
  minimum_tier,
  block_reason,
})
const none: Needs = { features: [], services: [] }
const status = 'never_enabled_for_user' as const
const on = withAllUpgrades
const rulesOf = (tier: Tier, needs: Partial<Needs> = {}, enabled = 0) =>
  appletRules(on(tier), { enabled, status, needs: { ...none, ...needs } })
/** The same question for each tier, in the order free, Pro, Pro+, legacy. */
const forTiers = (ask: (tier: Tier) => unknown) => TIERS.map(ask)

const step = (given: Partial<NeedStep>): NeedStep => ({
  kind: 'trigger',
  account_slot: 0,
  connect_kind: 'oauth2',
  minimum_tier: null,
  feature: null,
  ...given,
})
const [trigger, query, action] = [step({}), step({ kind: 'query' }), step({ kind: 'action' })]

test.each([
  ['one trigger and one action', [trigger, action], none],
  ['a second action', [trigger, action, action], { ...none, features: ['multi_action'] }],
  [
    'one action for each of two features',
    [trigger, step({ kind: 'action', feature: 'light' }), step({ kind: 'action', feature: 'heat' })],
    none,
  ],
  [
    'one action for every feature and one for one of them',
    [trigger, action, step({ kind: 'action', feature: 'heat' })],
    { ...none, features: ['multi_action'] },
  ],
  ['a query', [trigger, query, action], { ...none, features: ['queries'] }],
  [
    'a second account',
    [trigger, step({ kind: 'action', account_slot: 1 })],
    { ...none, features: ['multi_service_account'] },
  ],
  [
    'a second slot of a built-in service, which has no accounts',
    [step({ account_slot: 1, connect_kind: 'none' })],
    none,
  ],
  [
    'exclusive services',
    [step({ minimum_tier: 'pro' }), step({ minimum_tier: 'pro' })],
    { ...none, services: ['pro'] },
  ],
])('lists what an Applet with %s needs', (_, steps, needs) => {
  expect(needsOfSteps(steps, false)).toEqual(needs)
  expect(needsOfSteps(steps, true).features).toContain('filter_code')
})

// §6-02
test('several actions are closed to free and open to paid tiers', () => {
  const features = ['multi_action'] as const
  expect(forTiers((tier) => rulesOf(tier, { features }))).toEqual([
    blocks('multi_action', 'intermediate_pro'),
    open,
    open,
    open,
  ])
})

// §6-02
test.each(['queries', 'filter_code'] as const)('%s needs Pro+ or the legacy plan', (feature) => {
  const closed = blocks(feature, 'pro')
  expect(forTiers((tier) => rulesOf(tier, { features: [feature] }))).toEqual([closed, closed, open, open])
})

// §6-02
test('several accounts of one service need Pro+ on every tier', () => {
  const closed = blocks('multi_service_account', 'pro')
  expect(forTiers((tier) => rulesOf(tier, { features: ['multi_service_account'] }))).toEqual([
    closed,
    closed,
    open,
    closed,
  ])
  expect(forTiers((tier) => accountRules(on(tier), 1))).toEqual([closed, closed, open, closed])
  expect(forTiers((tier) => accountRules(on(tier), 0))).toEqual([open, open, open, open])
})

test('exclusive services open with their plan', () => {
  const closed = (plan: SoldPlan) => blocks('pro_service_tqas', plan)
  const forPro = [closed('intermediate_pro'), open, open, open]
  const forProPlus = [closed('pro'), closed('pro'), open, open]
  expect(forTiers((tier) => rulesOf(tier, { services: ['intermediate_pro'] }))).toEqual(forPro)
  expect(forTiers((tier) => rulesOf(tier, { services: ['intermediate_pro', 'pro'] }))).toEqual(forProPlus)
  expect(forTiers((tier) => serviceRules(on(tier), 'intermediate_pro'))).toEqual(forPro)
  expect(forTiers((tier) => serviceRules(on(tier), 'pro'))).toEqual(forProPlus)
  expect(forTiers((tier) => serviceRules(on(tier), null))).toEqual([open, open, open, open])
})

test('a step is blocked by its own kind', () => {
  expect(stepRules(on('free'), 'trigger', 'intermediate_pro')).toEqual(blocks('trigger', 'intermediate_pro'))
  expect(stepRules(on('intermediate_pro'), 'action', 'pro')).toEqual(blocks('action', 'pro'))
  expect(stepRules(on('free'), 'query', null)).toEqual(blocks('queries', 'pro'))
  expect(stepRules(on('free'), 'query', 'intermediate_pro')).toEqual(blocks('queries', 'pro'))
  expect(stepRules(on('free'), 'action', null)).toEqual(open)
  expect(stepRules(on('legacy_pro'), 'query', 'pro')).toEqual(open)
})

test('several missing features are one reason with one plan', () => {
  const needs: Needs = { features: ['multi_action', 'queries'], services: [] }
  expect(rulesOf('free', needs)).toEqual(blocks('applet_features', 'pro'))
  expect(rulesOf('intermediate_pro', needs)).toEqual(blocks('queries', 'pro'))
  expect(rulesOf('free', { features: ['multi_action'], services: ['intermediate_pro'] })).toEqual(
    blocks('applet_features', 'intermediate_pro'),
  )
})

// §6-06 §3-53
test('a full quota names the lowest tier that lifts it', () => {
  expect(rulesOf('free', none, 1)).toEqual(open)
  expect(rulesOf('free', none, 2)).toEqual(blocks('applet_quota', 'intermediate_pro'))
  expect(rulesOf('free', none, 25)).toEqual(blocks('applet_quota', 'pro'))
  expect(rulesOf('intermediate_pro', none, 19)).toEqual(open)
  expect(rulesOf('intermediate_pro', none, 20)).toEqual(blocks('applet_quota', 'pro'))
  expect([rulesOf('pro', none, 500), rulesOf('legacy_pro', none, 500)]).toEqual([open, open])
})

test('names a missing feature before a full quota', () => {
  const features = ['multi_action'] as const
  expect(rulesOf('free', { features }, 2)).toEqual(blocks('multi_action', 'intermediate_pro'))
  expect(rulesOf('free', { features }, 20)).toEqual(blocks('multi_action', 'pro'))
})

test('an Applet that runs is never blocked', () => {
  const needs: Needs = {
    features: ['multi_action', 'queries', 'filter_code', 'multi_service_account'],
    services: ['pro'],
  }
  expect(forTiers((tier) => appletRules(on(tier), { enabled: 99, status: 'enabled_for_user', needs }))).toEqual([
    open,
    open,
    open,
    open,
  ])
  expect(rulesOf('pro', needs, 99)).toEqual(open)
})

test('offers a plan by its own step, never a lower one', () => {
  expect(forTiers((tier) => planRules(tier, 'intermediate_pro').block_reason)).toEqual([
    'default_pro',
    null,
    null,
    null,
  ])
  expect(forTiers((tier) => planRules(tier, 'pro').block_reason)).toEqual([
    'default',
    'plan_upgrade',
    null,
    'plan_upgrade',
  ])
  expect(planRules('intermediate_pro', 'pro').minimum_tier).toBe('pro')
})

test('converting an Applet to Pro+ needs Pro+', () => {
  const closed = blocks('convert_pro_plus_applet', 'pro')
  expect(forTiers((tier) => conversionRules(on(tier)))).toEqual([closed, closed, open, open])
})

test("the AI maker stops at the tier's limit", () => {
  expect([aiCreationRules(on('free'), 4), aiCreationRules(on('free'), 5)]).toEqual([
    open,
    blocks('ai_maker_rate_limit', 'intermediate_pro'),
  ])
  expect(aiCreationRules(on('free'), 50).minimum_tier).toBe('pro')
  expect(aiCreationRules(on('intermediate_pro'), 50)).toEqual(blocks('ai_maker_rate_limit', 'pro'))
  expect(aiCreationRules(on('legacy_pro'), 50)).toEqual(blocks('ai_maker_rate_limit', 'pro'))
  expect([aiCreationRules(on('pro'), 499), aiCreationRules(on('pro'), 500)]).toEqual([
    open,
    blocks('ai_maker_rate_limit', null),
  ])
})

test('never names a plan that is not sold to the user', () => {
  const needsPro = (upgrades: SoldPlan[]) => stepRules({ tier: 'free', upgrades }, 'trigger', 'intermediate_pro')
  expect(needsPro(['pro'])).toEqual(blocks('trigger', 'pro'))
  expect(needsPro([])).toEqual(blocks('trigger', null))
  const needsProPlus = stepRules({ tier: 'free', upgrades: ['intermediate_pro'] }, 'query', null)
  expect(needsProPlus).toEqual(blocks('queries', null))
})

test('every reason is the name of an upgrade step', () => {
  const reasons = TIERS.flatMap((tier) => [
    rulesOf(tier, { features: ['queries', 'filter_code'] }, 99),
    rulesOf(tier, {}, 99),
    stepRules(on(tier), 'action', 'pro'),
    aiCreationRules(on(tier), 999),
    conversionRules(on(tier)),
  ]).map(({ block_reason }) => block_reason)
  expect(reasons.filter((reason) => reason !== null && !UPGRADE_STEPS.includes(reason))).toEqual([])
})

test('never answers a negative quota, and null for unlimited', () => {
  const left = (tier: Tier, enabled: number) => slotsOf(tier, enabled).applet_quota_slots_remaining
  expect(left('intermediate_pro', 3)).toBe(17)
  expect(left('free', 5)).toBe(0)
  expect(left('pro', 5)).toBeNull()
})
