import { expect, test } from 'vitest'
import type { EnablementRules } from '../../../worker/contract/upgrade/upgrade.ts'
import { RequestError } from '../../browser/request/request-error.ts'
import { upgradeRequestFor, rulesIn } from './upgrade-modal-request.ts'

const RULES: EnablementRules = { block_user: true, minimum_tier: 'pro', block_reason: 'queries' }
const refusal = (attribute: string, data: unknown) =>
  new RequestError(null, { errors: [{ attribute, message: 'Queries need Pro+', data }] })

test('a refusal brings the enablement rules in its first error (§3, §7)', () => {
  expect(rulesIn(refusal('enablement_rules', RULES))).toBe(RULES)
})

test('what is no rules, or is about something else, brings none', () => {
  expect(rulesIn(refusal('fields.0.url', RULES))).toBe(null)
  for (const data of [null, undefined, 'pro', [], {}]) expect(rulesIn(refusal('enablement_rules', data))).toBe(null)
  for (const error of [new RequestError(null, {}), new Error('away'), undefined]) expect(rulesIn(error)).toBe(null)
})

test('the modal is asked for the step that blocks and the plan that lifts it; without a reason for the default (§2.4)', () => {
  expect(upgradeRequestFor(RULES)).toEqual({ step: 'queries', plan: 'pro' })
  expect(upgradeRequestFor({ ...RULES, block_reason: null })).toEqual({ step: 'default', plan: 'pro' })
})

test('where nothing is blocked, or no plan lifts it, nothing is asked (§6)', () => {
  expect(upgradeRequestFor({ block_user: false, minimum_tier: null, block_reason: null })).toBe(null)
  expect(upgradeRequestFor({ ...RULES, minimum_tier: null })).toBe(null)
  expect(upgradeRequestFor(null)).toBe(null)
})
