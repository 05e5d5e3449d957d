import { expect, test } from 'vitest'
import { offer } from '../../../testing/checkout.fixture.ts'
import { chargeOf } from '../order/checkout-charge.ts'
import { walletButton, walletGroup, walletSheet } from './wallet-options.ts'

const NOW = Date.UTC(2026, 10, 21)
const charge = (trial: number | null) =>
  chargeOf({ offer: offer('intermediate_pro'), price_type: 'monthly', trial, promo: null }, NOW)
const words = { name: 'Pro, monthly', managementURL: 'https://site.test/settings/billing' }

// §9-03 §9-05
test('totals what is paid today, which is 0 on trial', () => {
  expect(walletGroup(charge(null))).toMatchObject({ mode: 'subscription', amount: 349, currency: 'usd' })
  expect(walletGroup(charge(7))).toMatchObject({ amount: 0, currency: 'usd' })
  expect(walletSheet(charge(7), { ...words, trial: 7 }).lineItems).toEqual([
    { name: 'Pro, monthly, 7 days free', amount: 0 },
  ])
})

test('the sheet shows the price and date after the trial', () => {
  const { applePay } = walletSheet(charge(7), { ...words, trial: 7 })
  expect(applePay?.recurringPaymentRequest).toMatchObject({
    regularBilling: {
      amount: 349,
      recurringPaymentIntervalUnit: 'month',
      recurringPaymentStartDate: new Date('2026-11-28'),
    },
    trialBilling: { amount: 0, recurringPaymentEndDate: new Date('2026-11-28') },
    managementURL: 'https://site.test/settings/billing',
  })
})

// §D24-13
test('the wallet asks for the address only where receipts name a tax', () => {
  expect(walletButton('chrome')).not.toHaveProperty('billingAddressRequired')
  expect(walletButton('chrome', true)).toMatchObject({ billingAddressRequired: true })
})

// §1-16 §1-17
test.each([
  ['safari', 'applePay'],
  ['chrome', 'googlePay'],
  ['other', 'link'],
] as const)('offers %s browsers only %s', (browser, wallet) => {
  const offered = Object.entries(walletButton(browser).paymentMethods ?? {}).filter(([, option]) => option !== 'never')
  expect(offered).toEqual([[wallet, 'auto']])
})
