import { expect, test } from 'vitest'
import type { EnablementRules } from '../../../../worker/contract/upgrade/upgrade.ts'
import { RequestError } from '../../../browser/request/request-error.ts'
import { upgradeRequestFor, rulesIn } from './upgrade-modal-request.ts'

const RULES: EnablementRules = { block_user: true, minimum_tier: 'pro', block_reason: 'queries' }
const refusal = (attribute: string, data: unknown) =>
  new RequestError(null, { errors: [{ attribute, message: 'Queries need Pro+', data }] })

test("reads the enablement rules from a refusal's first error", () => {
  expect(rulesIn(refusal('enablement_rules', RULES))).toBe(RULES)
})

test('reads no rules from anything else', () => {
  expect(rulesIn(refusal('fields.0.url', RULES))).toBe(null)
  for (const data of [null, undefined, 'pro', [], {}]) expect(rulesIn(refusal('enablement_rules', data))).toBe(null)
  for (const error of [new RequestError(null, {}), new Error('away'), undefined]) expect(rulesIn(error)).toBe(null)
})

test('requests the blocking step and the plan that lifts it', () => {
  expect(upgradeRequestFor(RULES)).toEqual({ step: 'queries', plan: 'pro' })
  expect(upgradeRequestFor({ ...RULES, block_reason: null })).toEqual({ step: 'default', plan: 'pro' })
})

test('requests nothing without a block or a plan', () => {
  expect(upgradeRequestFor({ block_user: false, minimum_tier: null, block_reason: null })).toBe(null)
  expect(upgradeRequestFor({ ...RULES, minimum_tier: null })).toBe(null)
  expect(upgradeRequestFor(null)).toBe(null)
})
