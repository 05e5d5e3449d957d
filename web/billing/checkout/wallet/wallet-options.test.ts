import { expect, test } from 'vitest'
import { offer } from '../../../testing/checkout.fixture.ts'
import type { PromoTerm } from '../../../../worker/contract/billing/checkout.ts'
import { chargeOf, type Choice } from '../order/checkout-charge.ts'
import { walletLine } from '../order/checkout-words.ts'
import { walletButton, walletGroup, walletSheet } from './wallet-options.ts'

const NOW = Date.UTC(2026, 10, 21)
const MANAGE = 'https://site.test/settings/billing'
const answer = { month_first_payment: 279, year_first_payment: 2799, year_price_copy: '' }

function sold(fields: Partial<Choice>) {
  const choice: Choice = {
    offer: offer('intermediate_pro'),
    price_type: 'monthly',
    trial: null,
    promo: null,
    balance: 0,
    ...fields,
  }
  const charge = chargeOf(choice, NOW)
  const sheet = walletSheet(charge, {
    line: walletLine(charge, choice),
    trial: choice.trial,
    managementURL: MANAGE,
  })
  return { charge, lines: sheet.lineItems, recurring: sheet.applePay?.recurringPaymentRequest }
}

const promo = (term: PromoTerm, month_price_copy: string): Choice['promo'] => ({
  code: 'NEWUSER',
  answer: { ...answer, term, month_price_copy },
})
const ONCE = promo({ kind: 'once' }, '$2.79 for the first month, then $3.49 a month')

// §9-03 §9-05
test('totals what is paid today, which is 0 on trial', () => {
  expect(walletGroup(sold({}).charge)).toMatchObject({ mode: 'subscription', amount: 349, currency: 'usd' })
  expect(sold({}).lines).toEqual([{ name: 'Pro, monthly', amount: 349 }])
  const trial = sold({ trial: 7 })
  expect(walletGroup(trial.charge)).toMatchObject({ amount: 0, currency: 'usd' })
  expect(trial.lines).toEqual([{ name: 'Pro, monthly, 7 days free', amount: 0 }])
})

test('the sheet shows the price and date after the trial', () => {
  expect(sold({ trial: 7 }).recurring).toMatchObject({
    regularBilling: {
      amount: 349,
      recurringPaymentIntervalUnit: 'month',
      recurringPaymentStartDate: new Date('2026-11-28'),
    },
    trialBilling: { amount: 0, recurringPaymentEndDate: new Date('2026-11-28') },
    managementURL: MANAGE,
  })
})

test('the sheet says that a code lowers one payment', () => {
  const { lines, recurring } = sold({ promo: ONCE })
  expect(lines).toEqual([{ name: 'Pro, monthly: $2.79, then $3.49 a month', amount: 279 }])
  expect(recurring).toMatchObject({
    paymentDescription: 'Pro, monthly: $2.79, then $3.49 a month',
    regularBilling: { amount: 349, recurringPaymentStartDate: new Date('2026-12-21') },
    trialBilling: { amount: 279, recurringPaymentEndDate: new Date('2026-12-21') },
  })
})

test('the sheet asks for the full price after a lowered trial', () => {
  const { lines, recurring } = sold({ promo: ONCE, trial: 7 })
  expect(lines).toEqual([{ name: 'Pro, monthly, 7 days free, then $2.79, then $3.49 a month', amount: 0 }])
  expect(recurring?.regularBilling).toMatchObject({ amount: 349, recurringPaymentStartDate: new Date('2026-11-28') })
})

test('the sheet keeps a lowered price as long as the code does', () => {
  const months = sold({
    promo: promo({ kind: 'months', months: 3 }, '$2.79 a month for the first 3 months, then $3.49'),
  })
  expect(months.lines?.[0]?.name).toBe('Pro, monthly: $2.79 a month for the first 3 months, then $3.49')
  expect(months.recurring?.regularBilling).toMatchObject({
    amount: 349,
    recurringPaymentStartDate: new Date('2027-02-21'),
  })
  const forever = sold({ promo: promo({ kind: 'forever' }, '$2.79 a month') })
  expect(forever.lines?.[0]?.name).toBe('Pro, monthly: $2.79 a month')
  expect(forever.recurring).toMatchObject({ regularBilling: { amount: 279 } })
  expect(forever.recurring).not.toHaveProperty('trialBilling')
})

test('the wallet asks for the address only where receipts name a tax', () => {
  expect(walletButton('chrome')).not.toHaveProperty('billingAddressRequired')
  expect(walletButton('chrome', true)).toMatchObject({ billingAddressRequired: true })
})

// §1-15
test.each([
  ['safari', 'applePay'],
  ['chrome', 'googlePay'],
  ['other', 'link'],
] as const)('offers %s browsers only %s', (browser, wallet) => {
  const offered = Object.entries(walletButton(browser).paymentMethods ?? {}).filter(([, option]) => option !== 'never')
  expect(offered).toEqual([[wallet, 'auto']])
})
