import type {
  AvailablePaymentMethods,
  ClickResolveDetails,
  LineItem,
  StripeError,
  StripeExpressCheckoutElement,
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
  StripeExpressCheckoutElementReadyEvent,
} from '@stripe/stripe-js'
import { createEmitter, subscriptions } from './emitter.ts'
import { IntegrationError } from './integration-error.ts'
import { findPlace } from './place.ts'
import { availableMethods, findWallet, PAYMENT_TYPES, WALLET_NAMES } from './wallet.ts'
import type { WalletKind } from './wallet.ts'
import { createWalletButton } from './wallet-button.ts'
import { openSheet } from './wallet-sheet.ts'
import type { Sheet } from './wallet-sheet.ts'

type Plain = { elementType: 'expressCheckout' }
type Events = {
  ready: StripeExpressCheckoutElementReadyEvent
  click: StripeExpressCheckoutElementClickEvent
  confirm: StripeExpressCheckoutElementConfirmEvent
  cancel: Plain
  focus: Plain
  blur: Plain
  escape: Plain
  loaderror: Plain & { error: StripeError }
}

/** What the customer has agreed to in the sheet. */
export type Authorized = { kind: WalletKind; cardNumber: string }

export type ExpressCheckoutPart = {
  element: StripeExpressCheckoutElement
  authorized(): Authorized | null
  /** The payment method is made: the wallet has nothing more to do. */
  finish(): void
}

/** What the element asks its group of: the sum, which the page may change at any time. */
export type Sum = () => { amount: number; currency: string }

const PLAIN: Plain = { elementType: 'expressCheckout' }
const CLICK_ANSWER_WITHIN = 1000

export function createExpressCheckout(
  origin: string,
  given: StripeExpressCheckoutElementOptions,
  sum: Sum,
  forget: () => void,
): ExpressCheckoutPart {
  const events = createEmitter<Events>()
  let options = given
  let place: HTMLElement | null = null
  let kind: WalletKind | null = null
  let sheet: Sheet | null = null
  let authorized: Authorized | null = null
  let isAsking = false

  function mount(target: string | HTMLElement): void {
    unmount()
    const here = findPlace(target)
    place = here
    void prepare(here)
  }
  async function prepare(here: HTMLElement): Promise<void> {
    const found = await findWallet(origin, options).catch(() => undefined)
    if (place !== here) return
    if (found === undefined) events.emit('loaderror', { ...PLAIN, error: { type: 'api_connection_error' } })
    else show(here, found)
  }
  function show(here: HTMLElement, found: WalletKind | null): void {
    kind = found
    render(here)
    const availablePaymentMethods: AvailablePaymentMethods | undefined = availableMethods(found)
    events.emit('ready', { ...PLAIN, availablePaymentMethods })
  }
  function render(here: HTMLElement): void {
    here.replaceChildren()
    if (kind === null) return
    const shown = kind
    const { host, button } = createWalletButton(shown, options)
    button.addEventListener('click', () => ask(shown))
    button.addEventListener('focus', () => events.emit('focus', PLAIN))
    button.addEventListener('blur', () => events.emit('blur', PLAIN))
    button.addEventListener('keydown', (event) => event.key === 'Escape' && events.emit('escape', PLAIN))
    here.append(host)
  }
  /** The page has a second to say what the sheet shows, or that there is to be none. */
  function ask(clicked: WalletKind): void {
    if (isAsking || sheet) return
    isAsking = true
    const timer = setTimeout(() => (isAsking = false), CLICK_ANSWER_WITHIN)
    function resolve(details: ClickResolveDetails = {}): void {
      if (!isAsking) return
      reject()
      open(clicked, details)
    }
    function reject(): void {
      clearTimeout(timer)
      isAsking = false
    }
    if (!events.has('click')) return resolve()
    events.emit('click', { ...PLAIN, expressPaymentType: PAYMENT_TYPES[clicked], resolve, reject })
  }
  function open(opened: WalletKind, details: ClickResolveDetails): void {
    const { amount, currency } = sum()
    const lineItems = details.lineItems ?? options.lineItems ?? []
    checkLineItems(amount, lineItems)
    const applePay = details.applePay ?? options.applePay
    sheet = openSheet(
      { title: WALLET_NAMES[opened], amount, currency, lineItems, applePay },
      { pay: (cardNumber) => confirm({ kind: opened, cardNumber }), cancel },
    )
  }
  function confirm(agreed: Authorized): void {
    authorized = agreed
    events.emit('confirm', {
      expressPaymentType: PAYMENT_TYPES[agreed.kind],
      billingDetails: { name: 'Ada Lovelace', address: ADDRESS },
      paymentFailed: ({ message } = {}) => {
        authorized = null
        sheet?.failed(message ?? 'The payment did not go through.')
      },
    })
  }
  function cancel(): void {
    sheet = null
    authorized = null
    events.emit('cancel', PLAIN)
  }
  function finish(): void {
    sheet?.close()
    sheet = null
  }
  function unmount(): void {
    finish()
    place?.replaceChildren()
    place = null
  }

  const element: StripeExpressCheckoutElement = {
    mount,
    unmount,
    destroy: () => {
      unmount()
      forget()
    },
    update: (changes) => {
      options = { ...options, ...changes }
      if (place) render(place)
      return element
    },
    focus: () => place?.firstElementChild?.shadowRoot?.querySelector('button')?.focus(),
    blur: () => place?.firstElementChild?.shadowRoot?.querySelector('button')?.blur(),
    clear: () => {},
    ...subscriptions(events, () => element),
  }
  return { element, authorized: () => authorized, finish }
}

const ADDRESS = {
  line1: '1 Example Street',
  line2: null,
  city: 'Springfield',
  state: 'IL',
  postal_code: '62701',
  country: 'US',
}

/** Stripe.js refuses a sheet whose lines add up to more than its total. A trial's total is 0, and so is its line. */
function checkLineItems(amount: number, lineItems: readonly LineItem[]): void {
  const total = lineItems.reduce((sum, item) => sum + item.amount, 0)
  if (total <= amount) return
  throw new IntegrationError(`The amount ${amount} is less than the total amount of the line items provided ${total}.`)
}
