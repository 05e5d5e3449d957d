import type {
  ClickResolveDetails,
  LineItem,
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js'
import type { Emitter } from './emitter.ts'
import { IntegrationError } from './integration-error.ts'
import { WALLET_PAYMENT_TYPES, WALLET_NAMES } from './available-wallets.ts'
import type { WalletKind } from './available-wallets.ts'
import { WALLET_BILLING_DETAILS } from './wallet-cards.ts'
import { openSheet } from './wallet-sheet.ts'
import type { Sheet } from './wallet-sheet.ts'

export type SessionEvents = {
  click: StripeExpressCheckoutElementClickEvent
  confirm: StripeExpressCheckoutElementConfirmEvent
  cancel: { elementType: 'expressCheckout' }
}

/** The customer's confirmation in the sheet. */
type Authorized = { kind: WalletKind; cardNumber: string }

/** The group's amount, which the page may change at any time. */
export type Sum = () => { amount: number; currency: string }

type Options = Pick<StripeExpressCheckoutElementOptions, 'billingAddressRequired'>

const CLICK_ANSWER_WITHIN = 1000

/** A wallet payment from the press of its button to the end of its sheet. */
export function createSession(events: Emitter<SessionEvents>, options: Options, sum: Sum) {
  let sheet: Sheet | null = null
  let authorized: Authorized | null = null
  let isAsking = false

  /** The page has a second to resolve or reject the sheet. */
  function ask(kind: WalletKind): void {
    if (isAsking || sheet) return
    isAsking = true
    const timer = setTimeout(() => (isAsking = false), CLICK_ANSWER_WITHIN)
    function answered(): boolean {
      const isInTime = isAsking
      clearTimeout(timer)
      isAsking = false
      return isInTime
    }
    function resolve(details?: ClickResolveDetails): void {
      if (answered()) open(kind, details)
    }
    const expressPaymentType = WALLET_PAYMENT_TYPES[kind]
    events.emit('click', { elementType: 'expressCheckout', expressPaymentType, resolve, reject: () => void answered() })
  }
  function open(kind: WalletKind, details: ClickResolveDetails = {}): void {
    const { amount, currency } = sum()
    const { lineItems = [], applePay } = details
    checkLineItems(amount, lineItems)
    sheet = openSheet(
      { title: WALLET_NAMES[kind], amount, currency, lineItems, applePay },
      { pay: (cardNumber) => confirm({ kind, cardNumber }), cancel },
    )
  }
  function confirm(agreed: Authorized): void {
    authorized = agreed
    events.emit('confirm', {
      expressPaymentType: WALLET_PAYMENT_TYPES[agreed.kind],
      // A wallet tells its owner's address only to a page that asks for it.
      ...(options.billingAddressRequired && { billingDetails: WALLET_BILLING_DETAILS }),
      paymentFailed: ({ message = 'The payment did not go through.' } = {}) => {
        authorized = null
        sheet?.failed(message)
      },
    })
  }
  function cancel(): void {
    sheet = null
    authorized = null
    events.emit('cancel', { elementType: 'expressCheckout' })
  }
  /** Ends the session: the payment method exists, or the element is gone. */
  function finish(): void {
    sheet?.close()
    sheet = null
    authorized = null
  }
  return { ask, finish, authorized: () => authorized }
}

export type WalletSession = ReturnType<typeof createSession>

/** Stripe.js refuses line items that exceed the total. A trial's total is 0, and so is its line. */
function checkLineItems(amount: number, lineItems: readonly LineItem[]): void {
  const total = lineItems.reduce((sum, item) => sum + item.amount, 0)
  if (total <= amount) return
  throw new IntegrationError(`The amount ${amount} is less than the total amount of the line items provided ${total}.`)
}
