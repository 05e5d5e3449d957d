import type { StripeElementsOptionsMode, StripeExpressCheckoutElementOptions } from '@stripe/stripe-js'
import type { ClickResolveDetails } from '@stripe/stripe-js'
import type { Checkout } from '../../../../worker/contract/billing/checkout.ts'
import { intervalsLater, type Charge } from '../order/checkout-charge.ts'
import { planName } from '../order/checkout-words.ts'

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

type Words = {
  /** The line that is sold, and what it costs with a trial or a promo code. */
  line: string
  trial: number | null
  /** Where the user can cancel. */
  managementURL: string
}

/**
 * Fills the sheet with today's total and the payments after it. Apple Pay knows one time before the regular price: the
 * trial, else the payments that a promo code lowers.
 */
export function walletSheet(charge: Charge, { line, trial, managementURL }: Words): ClickResolveDetails {
  const { plan, today, first, next_at, lowered } = charge
  const unit = { recurringPaymentIntervalUnit: plan.interval }
  const label = planName(plan)
  const promoEnds = trial === null && lowered ? intervalsLater(next_at, plan.interval, lowered - 1) : null
  const regularAt = trial === null ? promoEnds : next_at
  const ends = regularAt === null ? null : new Date(regularAt)
  return {
    lineItems: [{ name: line, amount: today }],
    applePay: {
      recurringPaymentRequest: {
        paymentDescription: line,
        managementURL,
        regularBilling: {
          label,
          amount: lowered === null ? first : plan.amount,
          ...unit,
          ...(ends && { recurringPaymentStartDate: ends }),
        },
        ...(ends && {
          trialBilling: {
            ...(trial === null ? { label: 'With your promo code', amount: first, ...unit } : FREE_TRIAL),
            recurringPaymentEndDate: ends,
          },
        }),
      },
    },
  }
}

const FREE_TRIAL = { label: 'Free trial', amount: 0 }
