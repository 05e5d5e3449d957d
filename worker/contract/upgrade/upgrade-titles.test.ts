import { expect, test } from 'vitest'
import { UPGRADE_STEPS } from './upgrade.ts'
import { blockedTitle, isUpgradeStep, plansPath, upgradeTitle } from './upgrade-titles.ts'

/** The titles by step, with Pro for {plan}. */
const TABLE = `
applet_quota            | You've used all your Applets      | Try Pro free for 7 days to enable more
applet_features         | This Applet uses Pro features     | Try Pro free for 7 days to use it
default                 | Get more with Pro+                | Try Pro+ free for 7 days
default_pro             | Get more with Pro                 | Try Pro free for 7 days
convert_pro_plus_applet | Make this a Pro+ Applet           | Try Pro+ free for 7 days to convert it
plan_upgrade            | Upgrade your plan                 | Try Pro free for 7 days
action                  | This action needs Pro             | Try Pro free for 7 days to use it
trigger                 | This trigger needs Pro            | Try Pro free for 7 days to use it
queries                 | Queries need Pro+                 | Try Pro+ free for 7 days to use queries
pro_service_tqas        | This service needs Pro            | Try Pro free for 7 days to use it
filter_code             | Filter code needs Pro+ | Try Pro+ free for 7 days to use filter code
multi_service_account   | Several accounts need Pro+        | Try Pro+ free for 7 days to add accounts
multi_action            | Multi-action Applets need Pro     | Try Pro free for 7 days to use them
holiday                 | Get 23% off Pro                   | Get 23% off Pro
ai_maker_rate_limit     | You've reached today's AI limit   | Try Pro free for 7 days for more`
const ROWS = TABLE.trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))

// §2.4-36
// §2.4-36 §2.4-51 §2.4-53
test('every upgrade step has a title with and without a trial', () => {
  const titles = UPGRADE_STEPS.map((step) => [
    step,
    upgradeTitle(step, { plan: 'intermediate_pro', trialDays: null }),
    upgradeTitle(step, { plan: 'intermediate_pro', trialDays: 7 }),
  ])
  expect(titles).toEqual(ROWS)
})

test("a title names the offered plan and the user's trial period", () => {
  expect(upgradeTitle('applet_features', { plan: 'pro', trialDays: null })).toBe('This Applet uses Pro+ features')
  expect(upgradeTitle('trigger', { plan: 'pro', trialDays: 14 })).toBe('Try Pro+ free for 14 days to use it')
  expect(upgradeTitle('default', { plan: 'pro', trialDays: 1 })).toBe('Try Pro+ free for 1 day')
})

// §8-05
test('calls an unknown upgrade step "Unknown step"', () => {
  for (const step of ['', 'quota', 'toString', '__proto__']) {
    expect(upgradeTitle(step, { plan: 'pro', trialDays: 7 })).toBe('Unknown step')
    expect(isUpgradeStep(step)).toBe(false)
  }
})

test('a block says when no plan that is sold lifts it', () => {
  const rules = { block_user: true, minimum_tier: 'pro', block_reason: 'trigger' } as const
  expect(blockedTitle(rules)).toBe('This trigger needs Pro+')
  expect(blockedTitle({ ...rules, minimum_tier: null })).toBe('This needs a plan that is not sold any more')
  expect(blockedTitle({ ...rules, block_reason: 'applet_quota', minimum_tier: null })).toBe(
    "You've used all your Applets",
  )
})

test('a refusal leads to the plans with its reason and plan', () => {
  const rules = { block_user: true, minimum_tier: 'intermediate_pro', block_reason: 'applet_quota' } as const
  expect(plansPath(rules)).toBe('/plans?reason=applet_quota')
  expect(plansPath({ ...rules, minimum_tier: 'pro' })).toBe('/plans?reason=applet_quota&plan=pro')
  expect(plansPath({ ...rules, block_reason: null })).toBe('/plans')
})
