import { expect, test } from 'vitest'
import type { ProUpgradeDetails } from '../../../worker/contract/upgrade/upgrade.ts'
import { htmlOf } from '../../testing/page.fixture.tsx'
import { OneClickCost } from './one-click-cost.tsx'
import type { Way } from './one-click-flow.ts'
import { OneClickTrouble } from './one-click-trouble.tsx'
import { OneClickUpgrade } from './one-click-upgrade.tsx'
import { details } from './one-click-details.fixture.ts'

const cost = (fields: Partial<ProUpgradeDetails> = {}) =>
  htmlOf(<OneClickCost details={details(fields)} plan="pro" timeZone="UTC" />)
const lines = (html: string) =>
  [...html.matchAll(/<dt>([^<]+)<\/dt><dd>([^<]+)<\/dd>/g)].map(([, label, amount]) => [label, amount])
const trouble = (way: Way | null) =>
  htmlOf(<OneClickTrouble problem={{ message: 'Your card was declined.', way }} onRetry={() => {}} />)

// §2.4-23
test('enables only "Maybe later" before the price is there', () => {
  const html = htmlOf(
    <OneClickUpgrade userId="usr_1" plan="pro" timeZone="UTC" onUpgraded={() => {}} onClose={() => {}} />,
  )
  const buttons = [...html.matchAll(/<button([^>]*)>([^<]*)<\/button>/g)].map(([, attributes = '', label]) => [
    label,
    attributes.includes('aria-disabled'),
  ])
  expect(buttons).toEqual([
    ['Upgrade', true],
    ['Maybe later', false],
  ])
  expect(html).toContain('aria-busy="true"')
})

test('reserves less for a trial before the price is there', () => {
  const ways = { userId: 'usr_1', plan: 'pro' as const, timeZone: 'UTC', onUpgraded: () => {}, onClose: () => {} }
  expect(htmlOf(<OneClickUpgrade {...ways} trialing />)).toContain('class="cost trial" aria-live')
  expect(htmlOf(<OneClickUpgrade {...ways} />)).toContain('class="cost" aria-live')
})

test("shows price, today's charge and next payment before the button", () => {
  const html = cost()
  expect(html).toContain('<b>$9.99</b> a month')
  expect(lines(html)).toEqual([
    ['Pro+ for the rest of this month', '$5.00'],
    ['Unused part of your plan', '−$1.75'],
    ['Today', '$3.25'],
  ])
  expect(html).toContain('On December 6, 2026 you pay $9.99, then the same every month.')
  expect(html).toContain('The card on your plan is charged.')
})

test('says before the press that it takes a booked change back', () => {
  const at = Date.UTC(2026, 11, 20)
  const takes_back = { plan: 'intermediate_pro', interval: 'year', price: 3499, at } as const
  const sentence = 'Your change to Pro for $34.99 a year on December 20, 2026 is taken back.'
  expect(cost({ takes_back })).toContain(sentence)
  expect(cost()).not.toContain('taken back')
})

test('names the currency once beside the one-click cost', () => {
  expect(cost().match(/USD/g)).toHaveLength(1)
})

test("shows discounts as a line and Stripe's own next charge", () => {
  const html = cost({ amount_today: 275, next_amount: 899 })
  expect(lines(html)).toContainEqual(['Discounts and credit', '−$0.50'])
  expect(html).toContain('On December 6, 2026 you pay $8.99. Without discounts, Pro+ is $9.99 a month.')
})

test('shows the credit that is left over', () => {
  const html = cost({ credit: 5000, amount_today: 0, balance: 4500, next_amount: 0 })
  expect(html).toContain('On December 6, 2026 you pay nothing. Without discounts, Pro+ is $9.99 a month.')
  expect(lines(html)).toEqual([
    ['Pro+ for the rest of this month', '$5.00'],
    ['Unused part of your plan', '−$50.00'],
    ['Left over for your next payments', '$45.00'],
    ['Today', '$0.00'],
  ])
  expect(html).not.toContain('is charged')
})

test('moves what is too small to charge to the next payment', () => {
  const html = cost({ charged: 15, credit: 5, amount_today: 0, balance: -10, next_amount: 1009 })
  expect(lines(html)).toEqual([
    ['Pro+ for the rest of this month', '$0.15'],
    ['Unused part of your plan', '−$0.05'],
    ['Moved to your next payment', '−$0.10'],
    ['Today', '$0.00'],
  ])
  expect(html).toContain('On December 6, 2026 you pay $10.09, then $9.99 every month.')
})

test('names what today takes from an earlier payment', () => {
  expect(lines(cost({ amount_today: 355 }))).toContainEqual(['Taxes and earlier payments', '$0.30'])
})

test('charges nothing today on trial and says until when', () => {
  const html = cost({ trialing: true, charged: 0, credit: 0, amount_today: 0 })
  expect(lines(html)).toEqual([['Today', '$0.00']])
  expect(html).toContain(
    'Your free trial continues until December 6, 2026. After that you pay $9.99, then the same every month.',
  )
})

test('tells users who canceled that the plan continues', () => {
  expect(cost({ resumes: true })).toContain('You canceled your plan. The upgrade resumes it.')
  expect(cost()).not.toContain('canceled')
})

test('tells what a plan that is no longer sold was', () => {
  const html = cost({ gives_up: { tier: 'legacy_pro', price_in_cents: 500 } })
  expect(html).toContain('You give up Pro (legacy) at $5.00 a month. It is no longer sold, so you cannot get it back.')
  expect(html).toContain(
    'From Pro+ you can only change to Pro: 20 Applets at once, without queries and without filter code.',
  )
  expect(cost()).not.toContain('give up')
})

test.each([
  ['card', '<a href="/settings/billing"', 'Change your card'],
  ['billing', '<a href="/settings/billing"', 'See your plan'],
  ['plans', '<a href="/plans"', 'See the plans'],
  ['support', '<a href="https://help.test"', 'Contact support'],
  ['reload', '<button', 'Reload the page'],
  ['again', '<button', 'Try again'],
] as const)('offers a way on from the problem %s', (way, element, words) => {
  const html = trouble(way)
  expect(html).toContain('Your card was declined.')
  expect(html).toContain(element)
  expect(html).toContain(words)
})

test('offers nothing where there is nothing to do', () => {
  expect(trouble(null)).not.toMatch(/<a |<button/)
})
