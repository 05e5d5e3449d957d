import type { StripeElementsOptionsMode, StripeExpressCheckoutElementOptions } from '@stripe/stripe-js'
import type { ClickResolveDetails } from '@stripe/stripe-js'
import type { Checkout } from '../../../../worker/contract/billing/checkout.ts'
import type { Charge } from '../order/checkout-charge.ts'

/** The slot's height in px, with or without a button. */
const WALLET_HEIGHT = 48

/**
 * The wallet needs its own Elements group, because the card field's group has no amount. With a trial the total is 0 (§9).
 * The country (§9: US) is that of the Stripe account; Stripe.js no longer lets a page set it.
 */
export function walletGroup({ today, plan }: Charge): StripeElementsOptionsMode {
  return {
    mode: 'subscription',
    amount: today,
    currency: plan.currency,
    paymentMethodCreation: 'manual',
    setupFutureUsage: 'off_session',
    // Matches the radius of our own buttons.
    appearance: { variables: { borderRadius: `${WALLET_HEIGHT / 2}px` } },
  }
}

/** One button: Apple Pay in Safari, Google Pay in Chrome, Link elsewhere (§1, §2.3). `asks`: for the billing address. */
export function walletButton(browser: Checkout['browser_type'], asks = false): StripeExpressCheckoutElementOptions {
  return {
    ...(asks && { billingAddressRequired: true }),
    paymentMethods: {
      applePay: browser === 'safari' ? 'auto' : 'never',
      googlePay: browser === 'chrome' ? 'auto' : 'never',
      link: browser === 'other' ? 'auto' : 'never',
      paypal: 'never',
      amazonPay: 'never',
      klarna: 'never',
    },
    // The short form fits beside the title on the smallest screen.
    buttonType: { applePay: 'plain', googlePay: 'plain' },
    buttonHeight: WALLET_HEIGHT,
    layout: { maxColumns: 1, maxRows: 1 },
  }
}

/** What the sheet shows: today's total and the payments after it. `managementURL`: where the user can cancel. */
export function walletSheet(
  { plan, today, first, next_at }: Charge,
  { name, trial, managementURL }: { name: string; trial: number | null; managementURL: string },
): ClickResolveDetails {
  const unit = plan.interval
  return {
    lineItems: [{ name: trial === null ? name : `${name}, ${trial} days free`, amount: today }],
    applePay: {
      recurringPaymentRequest: {
        paymentDescription: name,
        managementURL,
        regularBilling: {
          label: name,
          amount: trial === null ? plan.amount : first,
          recurringPaymentIntervalUnit: unit,
          ...(trial !== null && { recurringPaymentStartDate: new Date(next_at) }),
        },
        ...(trial !== null && {
          trialBilling: { label: 'Free trial', amount: 0, recurringPaymentEndDate: new Date(next_at) },
        }),
      },
    },
  }
}
