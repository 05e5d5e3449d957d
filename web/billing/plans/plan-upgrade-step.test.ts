import { expect, test } from 'vitest'
import { plansPath, upgradeTitle } from '../../../worker/contract/upgrade/blocked-words.ts'
import { UPGRADE_STEPS } from '../../../worker/contract/upgrade/upgrade.ts'
import { stepOf } from './plan-upgrade-step.ts'

test('who asks for a plan by itself meets the step of that: default, default_pro, plan_upgrade (§2.4)', () => {
  expect(stepOf('pro', 'free', {})).toBe('default')
  expect(stepOf('intermediate_pro', 'free', {})).toBe('default_pro')
  expect(stepOf('pro', 'intermediate_pro', {})).toBe('plan_upgrade')
  expect(stepOf('pro', 'legacy_pro', {})).toBe('plan_upgrade')
})

test('who has as much already is offered nothing (§6)', () => {
  expect(stepOf('intermediate_pro', 'intermediate_pro', {})).toBe(null)
  expect(stepOf('intermediate_pro', 'legacy_pro', { reason: 'holiday' })).toBe(null)
  expect(stepOf('pro', 'pro', { reason: 'queries' })).toBe(null)
})

test.each(UPGRADE_STEPS)('the step %s that leads to the plans leads on into the modal (§2.4)', (step) => {
  const both = ['intermediate_pro', 'pro'] as const
  expect(both.map((plan) => stepOf(plan, 'free', { reason: step }))).toContain(step)
})

test('a reason is told of the plan that it is about, and of no other', () => {
  const query = Object.fromEntries(
    new URL(plansPath({ block_user: true, minimum_tier: 'pro', block_reason: 'applet_quota' }), 'https://own.test')
      .searchParams,
  )
  expect(stepOf('pro', 'intermediate_pro', query)).toBe('applet_quota')
  expect(stepOf('intermediate_pro', 'free', query)).toBe('default_pro')
  expect(stepOf('intermediate_pro', 'free', { reason: 'filter_code' })).toBe('default_pro')
  expect(stepOf('pro', 'free', { reason: 'filter_code' })).toBe('filter_code')
  expect(stepOf('pro', 'free', { reason: 'constructor', plan: 'pro' })).toBe('default')
})

test.each(UPGRADE_STEPS)(
  'whatever the address says, %s never promises another plan than the one that is pressed (§2.4)',
  (step) => {
    for (const [plan, other] of [
      ['intermediate_pro', /Pro\+/],
      ['pro', /Pro(?!\+)/],
    ] as const) {
      for (const named of ['intermediate_pro', 'pro', undefined]) {
        const met = stepOf(plan, 'free', { reason: step, plan: named })
        for (const trialDays of [null, 7]) expect(upgradeTitle(met ?? '', { plan, trialDays })).not.toMatch(other)
      }
    }
  },
)
