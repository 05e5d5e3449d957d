import type {
  AvailablePaymentMethods,
  ExpressPaymentType,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js'
import type { WalletSetting } from '../../control/stripe-control.ts'

export type WalletKind = 'apple' | 'google' | 'link'

export const WALLET_NAMES: Record<WalletKind, string> = { apple: 'Apple Pay', google: 'Google Pay', link: 'Link' }
export const WALLET_PAYMENT_TYPES = {
  apple: 'apple_pay',
  google: 'google_pay',
  link: 'link',
} as const satisfies Record<WalletKind, ExpressPaymentType>
const OPTION_NAMES = { apple: 'applePay', google: 'googlePay', link: 'link' } as const

/** How long after mounting a `late` wallet is ready, in ms. The page waits one second (§9). */
const LATE = 2500

/** The wallet of this browser, if it has one. */
export async function findWallet(
  origin: string,
  { paymentMethods = {} }: StripeExpressCheckoutElementOptions,
): Promise<WalletKind | null> {
  const mountedAt = performance.now()
  const wallet = await askEmulator(origin)
  if (wallet === 'late') await sleep(LATE - (performance.now() - mountedAt))
  const kind = browsersOwn()
  return wallet === 'none' || paymentMethods[OPTION_NAMES[kind]] === 'never' ? null : kind
}

export function availableMethods(kind: WalletKind | null): AvailablePaymentMethods | undefined {
  if (kind === null) return undefined
  const none = { amazonPay: false, applePay: false, googlePay: false, klarna: false, link: false, paypal: false }
  return { ...none, [OPTION_NAMES[kind]]: true }
}

async function askEmulator(origin: string): Promise<WalletSetting> {
  const answer: unknown = await (await fetch(`${origin}/stripe-js/wallet`)).json()
  const asked = typeof answer === 'object' && answer !== null && 'wallet' in answer ? answer.wallet : null
  return typeof asked === 'string' && isWallet(asked) ? asked : 'none'
}

function isWallet(text: string): text is WalletSetting {
  return ['none', 'ready', 'late'].includes(text)
}

function browsersOwn(): WalletKind {
  if (/Chrome\//.test(navigator.userAgent)) return 'google'
  return /Safari\//.test(navigator.userAgent) ? 'apple' : 'link'
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
