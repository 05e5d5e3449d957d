import { expect, test } from 'vitest'
import { TIERS } from '../../../../worker/contract/tiers.ts'
import { UPGRADE_STEPS, type EnablementRules } from '../../../../worker/contract/upgrade/upgrade.ts'
import type { UpgradeModalRequest } from '../store/upgrade-modal-store.ts'
import { details, modal } from '../modal-data/subscription-modal.fixture.ts'
import { USERS } from './upgrade-viewers.fixture.ts'
import { upgradeOf } from './upgrade-content.ts'

test('the table covers every tier and every payment type', () => {
  const pairs = USERS.map(({ viewerPlan }) => `${viewerPlan.tier} ${viewerPlan.subscriptionPaymentType}`)
  const paid = TIERS.filter((tier) => tier !== 'free')
  const all = paid.flatMap((tier) => ['stripe', 'app_store', 'google_play'].map((type) => `${tier} ${type}`))
  expect(new Set(pairs)).toEqual(new Set(['free null', ...all]))
})

// §2.4-22 §2.4-25 §2.4-32
test.each(UPGRADE_STEPS)("for %s, the content depends only on the user's billing", (step) => {
  for (const { viewerPlan, pro, proPlus } of USERS) {
    expect(upgradeOf({ step, plan: 'intermediate_pro' }, modal(viewerPlan), null).content).toBe(pro)
    expect(upgradeOf({ step, plan: 'pro' }, modal(viewerPlan), null).content).toBe(proPlus)
  }
})

const ASK: UpgradeModalRequest = { step: 'applet_quota', plan: 'intermediate_pro', appletId: 9 }
const blocked = (rules: Partial<EnablementRules>) =>
  details({ block_user: true, minimum_tier: 'intermediate_pro', block_reason: 'applet_quota', ...rules })

// §2.4-32
test("the Applet's fresh rules override those of the page", () => {
  const rules = blocked({ minimum_tier: 'pro', block_reason: 'filter_code' })
  expect(upgradeOf(ASK, modal(), rules)).toEqual({ step: 'filter_code', plan: 'pro', content: 'checkout' })
})

test('an unblocked Applet needs no offer', () => {
  const rules = blocked({ block_user: false, minimum_tier: null, block_reason: null })
  for (const { viewerPlan, pro } of USERS)
    expect(upgradeOf(ASK, modal(viewerPlan), rules).content).toBe(pro === 'done' ? 'done' : 'lifted')
})

test("uses the caller's step and plan without fresh rules", () => {
  expect(upgradeOf(ASK, modal(), null)).toEqual({ step: 'applet_quota', plan: 'intermediate_pro', content: 'checkout' })
})

test('without a running campaign, its step is the default one', () => {
  const ask: UpgradeModalRequest = { step: 'holiday', plan: 'intermediate_pro' }
  expect(upgradeOf(ask, modal({ campaign: null }), null).step).toBe('default_pro')
  expect(upgradeOf(ask, modal({ campaign: 'HOLIDAY' }), null).step).toBe('holiday')
})
