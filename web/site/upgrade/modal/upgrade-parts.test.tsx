import { expect, test } from 'vitest'
import type { SubscriptionModal } from '../../../../worker/contract/upgrade/upgrade.ts'
import { htmlOf } from '../../../testing/page.fixture.tsx'
import { PLAN_WORDS_OF_SPEC } from '../../../testing/plan-words.fixture.ts'
import { MobileAppContent } from './mobile-app-content.tsx'
import { UnpaidPlanContent } from './unpaid-plan-content.tsx'
import { modal } from '../modal-data/subscription-modal.fixture.ts'
import { UpgradeBenefits } from './upgrade-benefits.tsx'

const never = () => {}
const benefits = (html: string) => [...html.matchAll(/<\/svg>([^<]+)<\/li>/g)].map((match) => match[1])
const buttons = (html: string) =>
  [...html.matchAll(/<(?:button|a)[^>]*>([^<]+)<\/(?:button|a)>/g)].map((each) => each[1])
const mobile = (fields: Partial<SubscriptionModal>) =>
  htmlOf(<MobileAppContent plan="pro" data={modal({ tier: 'intermediate_pro', ...fields })} onClose={never} />)

// §2.4-01 §2.4-14
test('offers Pro with its header and benefits, word for word', () => {
  const html = htmlOf(<UpgradeBenefits plan="intermediate_pro" />)
  expect(html).toContain(PLAN_WORDS_OF_SPEC.intermediate_pro.header)
  expect(benefits(html)).toEqual(PLAN_WORDS_OF_SPEC.intermediate_pro.benefits)
})

// §2.4-01 §2.4-07
test('offers Pro+ with its header and benefits, word for word', () => {
  const html = htmlOf(<UpgradeBenefits plan="pro" />)
  expect(html).toContain(PLAN_WORDS_OF_SPEC.pro.header)
  expect(benefits(html)).toEqual(PLAN_WORDS_OF_SPEC.pro.benefits)
})

// §2.4-25
test.each([
  ['app_store', 'the App Store', 'iOS'],
  ['google_play', 'Google Play', 'Android'],
] as const)('tells users billed by %s to upgrade in the app', (type, store, device) => {
  const html = mobile({ subscriptionPaymentType: type })
  expect(html).toContain(`Your Pro plan is billed by ${store}. A mobile subscription cannot be updated on the web.`)
  expect(html).toContain(`Open the Switchyard app on your ${device} device and upgrade to Pro+ there.`)
  expect(buttons(html)).toEqual(['Close'])
})

test("treats an unpaid store plan as the store's", () => {
  const held = { plan_id: 'intermediate_pro', payment_type: 'google_play' } as const
  const html = mobile({ tier: 'free', subscriptionPaymentType: null, held })
  expect(html).toContain('Your plan is billed by Google Play.')
  expect(html).toContain('on your Android device')
})

test('offers to pay an unpaid plan instead of selling another', () => {
  const data = modal({ held: { plan_id: 'intermediate_pro', payment_type: 'stripe' } })
  const html = htmlOf(<UnpaidPlanContent data={data} onClose={never} />)
  expect(html).toContain('You have Pro, but its last payment did not go through')
  expect(html).toContain('href="/settings/billing"')
  expect(buttons(html)).toEqual(['Go to billing', 'Maybe later'])
})
