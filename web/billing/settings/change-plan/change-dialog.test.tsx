import { expect, test } from 'vitest'
import type { BillingPlan } from '../../../../worker/contract/billing/billing-overview.ts'
import type { ChangePreview } from '../../../../worker/contract/billing/booked-change.ts'
import { htmlOf } from '../../../testing/page.fixture.tsx'
import { aPlan, aPreview, RENEWS } from '../overview/billing-overview.fixture.ts'
import { Change, Question } from './change-dialog.tsx'

const PRO = { plan: 'intermediate_pro', interval: 'month', price: 349 } as const
const YEARLY = { plan: 'pro', interval: 'year', price: 9999 } as const
const plus = aPlan({ plan_id: 'pro', tier: 'pro', price_in_cents: 999, bookable: [YEARLY, PRO] })
const toPro = aPreview({ ...PRO, first_charge: 349 })

const text = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' .', '.')
const words = (plan: BillingPlan, fields: Partial<ChangePreview> = {}, preview = toPro) =>
  text(htmlOf(<Change plan={plan} preview={{ ...preview, ...fields }} timeZone="UTC" />))
const question = (plan: BillingPlan) =>
  htmlOf(<Question plan={plan} busy={false} message={null} timeZone="UTC" onClose={() => {}} onChange={() => {}} />)

test('says from when on a year is paid, and how much', () => {
  const said = words(aPlan(), {}, aPreview())
  expect(said).toContain('From December 11, 2026 you pay $34.99 a year. Until then you keep Pro. You pay nothing today')
  expect(said).not.toContain('first payment')
  expect(said).not.toContain('Applets')
})

test('says until when Pro+ lasts and what Pro costs then', () => {
  expect(words(plus)).toContain('From December 11, 2026 you have Pro and pay $3.49 a month. Until then you keep Pro+.')
})

test('says that a trial goes on', () => {
  expect(words(aPlan({ status: 'trialing' }), {}, aPreview())).toContain('Your free trial goes on until then.')
})

test('names the first payment where a promotion lowers it', () => {
  const promotion = {
    id: 'di_1',
    name: 'FOREVER10',
    percent_off: 10,
    amount_off: null,
    lasts: 'forever' as const,
    ends_at: null,
  }
  const said = words(plus, { first_charge: 314, promotions: [promotion] })
  expect(said).toContain('Your first payment will be $3.14. FOREVER10: 10% off every payment.')
})

test('a first payment that costs nothing names no amount', () => {
  const said = words(plus, { first_charge: 0 })
  expect(said).toContain('Nothing will be charged for your first payment.')
  expect(said).not.toContain('$0.00')
})

test('names the Applets that will be paused, or says none will', () => {
  const [doorbell, rain] = [
    { id: 1, name: 'Doorbell to phone' },
    { id: 2, name: 'Rain check' },
  ]
  expect(words(plus, { pauses: [doorbell, rain] })).toContain(
    'Pro will pause these 2 Applets. Nothing is deleted. Doorbell to phone Rain check',
  )
  expect(words(plus, { pauses: [rain] })).toContain('Pro will pause this Applet. Nothing is deleted. Rain check')
  expect(words(plus)).toContain('None of your Applets is affected.')
})

test('says that it takes the place of what is booked', () => {
  expect(words({ ...plus, booked: { ...YEARLY, at: RENEWS } })).toContain('It takes the place of what you have booked.')
  expect(words(plus)).not.toContain('takes the place')
})

test('lets its user choose among prices, where there are several', () => {
  const html = question(plus)
  expect(text(html)).toContain('What do you want after this month? Pro+, $99.99 a year Pro, $3.49 a month')
  expect(html.match(/type="radio"/g)).toHaveLength(2)
  expect(text(html)).toContain('Pay yearly')
  expect(question(aPlan())).not.toContain('radio')
})
