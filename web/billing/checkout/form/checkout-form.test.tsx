import { expect, test } from 'vitest'
import type { Checkout } from '../../../../worker/contract/billing/checkout.ts'
import { htmlOf } from '../../../testing/page.fixture.tsx'
import { checkout, offer } from '../../../testing/checkout.fixture.ts'
import { CheckoutForm } from './checkout-form.tsx'

/** 23:30 on November 21 in UTC: already the 22nd in Tokyo. */
const NOW = Date.UTC(2026, 10, 21, 23, 30)
const form = (fields: Partial<Checkout> = {}, timeZone = 'UTC', campaign: string | null = null) =>
  htmlOf(
    <CheckoutForm
      site={checkout(fields)}
      plan="intermediate_pro"
      offer={fields.intermediate_pro ?? offer('intermediate_pro')}
      campaign={campaign}
      now={NOW}
      timeZone={timeZone}
      onPaid={() => expect.fail('nothing is paid')}
    />,
  )
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
const buttonIn = (html: string) => /<button type="submit"[^>]*>([^<]*)</.exec(html)?.[1]
const student = { student: true, intermediate_pro: offer('intermediate_pro', { monthly_plan: null }) }

// §2.3-03
test('offers a monthly and a yearly price with the saving', () => {
  const html = form()
  expect([...html.matchAll(/type="radio"[^>]*value="(\w+)"/g)].map((match) => match[1])).toEqual(['monthly', 'yearly'])
  expect(textOf(html)).toContain('$3.49 a month')
  expect(textOf(html)).toContain('$34.99 a year $2.92 a month Saves $6.89 (16%)')
})

// §2.3-03 §2.3-06 §2.3-08 §2.3-23
test('shows wallet slot, card field, promo link, button and help', () => {
  const html = form()
  expect(html).toContain('class="wallet-slot"')
  expect(html).toContain('card-field')
  expect(html).toMatch(/<button type="button"[^>]* class="promo-link"[^>]*>Apply promo</)
  expect(buttonIn(html)).toBe('Upgrade')
  expect(html).toContain(
    'Please be sure you&#x27;ve correctly completed the form. <a href="https://help.test">Contact us</a> for help.',
  )
})

// §2.3-09
test('offers "Try it free" for a trial, but not to students', () => {
  expect(buttonIn(form({ eligible_for_trial: true }))).toBe('Try it free')
  expect(buttonIn(form({ eligible_for_trial: true, ...student }))).toBe('Upgrade')
})

// §2.3-12
test('shows a student only the yearly price', () => {
  const html = form(student)
  expect(html).not.toContain('value="monthly"')
  expect(html).toMatch(/value="yearly"[^>]*checked|checked[^>]*value="yearly"/)
  expect(html).not.toContain('Saves')
})

test('says before the button what is paid and when', () => {
  const text = textOf(form())
  expect(text).toContain('Pro, monthly $3.49 Today $3.49')
  expect(text).toContain('Your next payment is $3.49 on December 21, 2026, then every month.')
  expect(text).toContain('Cancel anytime in Settings, Billing.')
  expect(text.indexOf('Today $3.49')).toBeLessThan(text.indexOf('Upgrade'))
})

// §9-01
test('charges nothing today with a trial and says when it ends', () => {
  const text = textOf(form({ eligible_for_trial: true, eligible_trial_period: 14 }))
  expect(text).toContain('Pro, monthly $3.49 Free until December 5, 2026 −$3.49 Today $0.00')
  expect(text).toContain(
    'Your free trial ends on December 5, 2026. Unless you cancel before then, you pay $3.49 a month.',
  )
  expect(text).toContain('Cancel before then in Settings, Billing, and you pay nothing.')
})

test('asks for no place unless receipts name a tax', () => {
  expect(textOf(form())).not.toContain('Where you are')
})

test('asks where the buyer is before it shows the total', () => {
  const text = textOf(form({ asks_location: true }))
  expect(text).toContain('Where you are')
  expect(text).toContain('Choose your country and enter your postal code to see the total.')
  expect(text).not.toContain('Today $3.49')
  expect(text).not.toContain('Your next payment')
})

test('names the currency once in checkout', () => {
  expect(textOf(form()).match(/USD/g)).toHaveLength(1)
})

test("writes days in the reader's time zone", () => {
  expect(textOf(form({}, 'Asia/Tokyo'))).toContain('on December 22, 2026')
})

test('links terms and privacy before the button in new tabs', () => {
  const html = form()
  for (const path of ['/terms', '/privacy']) expect(html).toContain(`<a href="${path}" target="_blank" rel="noopener">`)
  expect(html.indexOf('href="/terms"')).toBeLessThan(html.indexOf('type="submit"'))
})

test('disables the button until the card field is ready', () => {
  expect(/<button type="submit"[^>]*>/.exec(form())?.[0]).toContain('aria-disabled="true"')
})

test('brings a campaign’s code along, and waits for its price', () => {
  const html = form({}, 'UTC', 'HOLIDAY')
  expect(html).toMatch(/<input[^>]*name="promo_code"[^>]*value="HOLIDAY"/)
  expect(html).not.toContain('Apply promo')
  expect(html).toMatch(/<button type="submit"[^>]*aria-disabled="true"/)
})
