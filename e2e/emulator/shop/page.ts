import { loadStripe } from '@stripe/stripe-js/pure'
import type { Stripe, StripeCardElement, StripeElements, StripeExpressCheckoutElement } from '@stripe/stripe-js'

/** The parts of the shop page that tests can reach. */
export type Shop = {
  stripe: Stripe
  card: StripeCardElement
  wallets: StripeElements
  express: StripeExpressCheckoutElement
  /** Every event of Stripe.js, in order. */
  heard: { name: string; event: unknown }[]
  /** Runs when the customer confirms in the wallet sheet. */
  onConfirm: (failed: (message: string) => void) => unknown
}

const CARD_EVENTS = ['ready', 'change', 'escape'] as const
const dark = matchMedia('(prefers-color-scheme: dark)').matches
const style = {
  base: {
    fontSize: innerWidth < 370 ? '14.4px' : '19.2px',
    color: dark ? '#f2f3f4' : '#14171a',
    iconColor: dark ? '#a6acb4' : '#596069',
    '::placeholder': { color: dark ? '#a6acb4' : '#596069' },
  },
  invalid: { color: dark ? '#ff9c95' : '#b3161b' },
}

void open()

/** A shop on another origin than Stripe.js. Like our checkout, it uses the official loader. */
async function open(): Promise<void> {
  const stripe = await loadStripe('pk_test_switchyard')
  if (!stripe) return
  const heard: Shop['heard'] = []
  const tell = (name: string) => (event: unknown) => heard.push({ name, event })
  const card = stripe.elements().create('card', { style, hidePostalCode: true, disableLink: true })
  for (const name of CARD_EVENTS) card.on(name as 'change', tell(`card ${name}`))
  const wallets = stripe.elements({
    mode: 'subscription',
    amount: 349,
    currency: 'usd',
    paymentMethodCreation: 'manual',
    setupFutureUsage: 'off_session',
  })
  const express = wallets.create('expressCheckout')
  const shop: Shop = { stripe, card, wallets, express, heard, onConfirm: () => {} }
  express.on('ready', tell('wallet ready')).on('cancel', tell('wallet cancel'))
  express.on('click', (event) => {
    tell('wallet click')(event.expressPaymentType)
    if (location.hash !== '#silent') event.resolve({ lineItems: [{ name: 'Pro, monthly', amount: 349 }] })
  })
  express.on('confirm', (event) => shop.onConfirm((message) => event.paymentFailed({ reason: 'fail', message })))
  document.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault()
    tell('submit')(null)
  })
  Object.assign(window, { shop })
  card.mount('#card')
  express.mount('#wallets')
}
