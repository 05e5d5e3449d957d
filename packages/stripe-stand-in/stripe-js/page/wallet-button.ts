import type { StripeExpressCheckoutElementOptions } from '@stripe/stripe-js'
import { build, shadowHost } from './build-element.ts'
import { WALLET_NAMES } from './available-wallets.ts'
import type { WalletKind } from './available-wallets.ts'
import css from './wallet-button.css?inline'

type ButtonLook = Pick<StripeExpressCheckoutElementOptions, 'buttonHeight'>

export function createWalletButton(kind: WalletKind, { buttonHeight = 44 }: ButtonLook) {
  const button = build('button', { type: 'button' }, WALLET_NAMES[kind])
  const host = shadowHost(css, button)
  host.style.setProperty('--height', `${buttonHeight}px`)
  return { host, button }
}
