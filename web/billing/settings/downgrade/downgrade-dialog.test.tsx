import { expect, test } from 'vitest'
import type { DowngradePreview } from '../../../../worker/contract/billing/downgrade.ts'
import { htmlOf } from '../../../testing/page.fixture.tsx'
import { aPlan, RENEWS } from '../overview/billing-overview.fixture.ts'
import { KeepsPlanNote } from '../interval-switch/keeps-plan-note.tsx'
import { Change } from './downgrade-dialog.tsx'

const plan = aPlan({ plan_id: 'pro', tier: 'pro', price_in_cents: 999, downgrade_to: 'intermediate_pro' })

function words(fields: Partial<DowngradePreview> = {}): string {
  const preview: DowngradePreview = {
    plan: 'intermediate_pro',
    interval: 'month',
    currency: 'usd',
    at: RENEWS,
    price: 349,
    first_charge: 349,
    promotions: [],
    pauses: [],
    ...fields,
  }
  const html = htmlOf(<Change plan={plan} preview={preview} timeZone="UTC" />)
  return html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}

// §D21-01
test('says until when Pro+ lasts and what Pro costs then', () => {
  expect(words()).toContain('You keep Pro+ until December 11, 2026 . From then on you have Pro for $3.49 a month')
  expect(words()).not.toContain('first payment')
})

// §D21-08
test('names the first payment where a promotion lowers it', () => {
  const promotion = {
    id: 'di_1',
    name: 'FOREVER10',
    percent_off: 10,
    amount_off: null,
    lasts: 'forever' as const,
    ends_at: null,
  }
  const said = words({ first_charge: 314, promotions: [promotion] })
  expect(said).toContain('Your first payment for Pro will be $3.14 . FOREVER10: 10% off every payment.')
})

// §D21-11
test('names the Applets that will be paused, or says none will', () => {
  const [doorbell, rain] = [
    { id: 1, name: 'Doorbell to phone' },
    { id: 2, name: 'Rain check' },
  ]
  expect(words({ pauses: [doorbell, rain] })).toContain(
    'Pro will pause these 2 Applets. Nothing is deleted. Doorbell to phone Rain check',
  )
  expect(words({ pauses: [rain] })).toContain('Pro will pause this Applet. Nothing is deleted. Rain check')
  expect(words()).toContain('None of your Applets is affected.')
})

// §D21-06
test('says that another change takes a booked one back', () => {
  const next = { tier: 'intermediate_pro' as const, price_in_cents: 349, at: RENEWS }
  expect(htmlOf(<KeepsPlanNote plan={{ ...plan, next }} />)).toContain('your change to Pro is taken back')
  expect(htmlOf(<KeepsPlanNote plan={plan} />)).toBe('')
})
