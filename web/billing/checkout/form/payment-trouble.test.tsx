import { expect, test } from 'vitest'
import type { PaymentState } from '../../payment/payment-flow.ts'
import { htmlOf } from '../../../testing/page.fixture.tsx'
import { PaymentTrouble } from './payment-trouble.tsx'

const message = 'Choose your country and enter your postal code.'
const refused: PaymentState = { kind: 'idle', attempt: 1, problem: { at: 'location', message, code: 'invalid_input' } }
const shown = (asksPlace: boolean) =>
  htmlOf(<PaymentTrouble state={refused} plan="pro" label="Upgrade" asksPlace={asksPlace} />).replaceAll(
    /<[^>]+>/g,
    ' ',
  )

test('a page without the fields for the place offers to reload', () => {
  expect(shown(false)).toContain(message)
  expect(shown(false)).toContain('Reload the page')
})

test('a place that is refused is a problem of its field', () => {
  expect(shown(true)).not.toContain(message)
})

test('a price that an operator has changed leads to the new one', () => {
  const state: PaymentState = { kind: 'idle', attempt: 1, problem: { at: 'price', message: '', code: 'price_refused' } }
  const html = htmlOf(<PaymentTrouble state={state} plan="pro" label="Upgrade" asksPlace={false} />)
  for (const part of ['This price is not for sale', '<a href="/subscribe/pro_plus"', 'See the current price'])
    expect(html).toContain(part)
})

test.each([
  ['already_subscribed', '<a href="/settings/billing"', 'See your plan'],
  ['account_changed', '<button', 'Reload the page'],
] as const)('offers a way on after %s', (code, element, words) => {
  const state: PaymentState = { kind: 'idle', attempt: 1, problem: { at: 'form', message: 'Why.', code } }
  const html = htmlOf(<PaymentTrouble state={state} plan="pro" label="Upgrade" asksPlace={false} />)
  for (const part of ['Why.', element, words]) expect(html).toContain(part)
})
