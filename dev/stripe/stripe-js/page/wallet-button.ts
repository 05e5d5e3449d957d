import type { StripeExpressCheckoutElementOptions } from '@stripe/stripe-js'
import { build, shadowHost } from './build-element.ts'
import { WALLET_NAMES } from './available-wallets.ts'
import type { WalletKind } from './available-wallets.ts'
import css from './wallet-button.css?inline'

type ButtonLook = Pick<StripeExpressCheckoutElementOptions, 'buttonHeight' | 'buttonType'>

/** The verb of each button type, in front of the wallet's name. */
const VERBS: Record<string, string> = {
  'add-money': 'Add money with',
  book: 'Book with',
  buy: 'Buy with',
  'check-out': 'Check out with',
  checkout: 'Checkout with',
  contribute: 'Contribute with',
  donate: 'Donate with',
  order: 'Order with',
  pay: 'Pay with',
  reload: 'Reload with',
  rent: 'Rent with',
  subscribe: 'Subscribe with',
  support: 'Support with',
  tip: 'Tip with',
  'top-up': 'Top up with',
}

/** A button labeled `Subscribe with Google Pay`, or just `Google Pay`. */
export function createWalletButton(kind: WalletKind, { buttonHeight = 44, buttonType = {} }: ButtonLook): WalletButton {
  const type = kind === 'apple' ? buttonType.applePay : kind === 'google' ? buttonType.googlePay : 'pay'
  const label = [VERBS[type ?? 'plain'], WALLET_NAMES[kind]].filter(Boolean).join(' ')
  const button = build('button', { type: 'button' }, label)
  const host = shadowHost(css, button)
  host.style.setProperty('--height', `${buttonHeight}px`)
  return { host, button }
}

export type WalletButton = { host: HTMLElement; button: HTMLButtonElement }
