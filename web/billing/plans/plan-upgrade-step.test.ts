import { expect, test } from 'vitest'
import { plansPath, upgradeTitle } from '../../../worker/contract/upgrade/upgrade-titles.ts'
import { UPGRADE_STEPS } from '../../../worker/contract/upgrade/upgrade.ts'
import { stepOf } from './plan-upgrade-step.ts'

test('picks default, default_pro or plan_upgrade without a reason', () => {
  expect(stepOf('pro', 'free', {})).toBe('default')
  expect(stepOf('intermediate_pro', 'free', {})).toBe('default_pro')
  expect(stepOf('pro', 'intermediate_pro', {})).toBe('plan_upgrade')
  expect(stepOf('pro', 'legacy_pro', {})).toBe('plan_upgrade')
})

test('offers nothing to users who already have as much', () => {
  expect(stepOf('intermediate_pro', 'intermediate_pro', {})).toBe(null)
  expect(stepOf('intermediate_pro', 'legacy_pro', { reason: 'holiday' })).toBe(null)
  expect(stepOf('pro', 'pro', { reason: 'queries' })).toBe(null)
})

test.each(UPGRADE_STEPS)('carries the step %s from the address into the modal', (step) => {
  const both = ['intermediate_pro', 'pro'] as const
  expect(both.map((plan) => stepOf(plan, 'free', { reason: step }))).toContain(step)
})

test('applies a reason only to the plan it is about', () => {
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

test.each(UPGRADE_STEPS)('%s never promises another plan than the pressed one', (step) => {
  for (const [plan, other] of [
    ['intermediate_pro', /Pro\+/],
    ['pro', /Pro(?!\+)/],
  ] as const) {
    for (const named of ['intermediate_pro', 'pro', undefined]) {
      const met = stepOf(plan, 'free', { reason: step, plan: named })
      for (const trialDays of [null, 7]) expect(upgradeTitle(met ?? '', { plan, trialDays })).not.toMatch(other)
    }
  }
})
