import type {
  StripeError,
  StripeExpressCheckoutElement,
  StripeExpressCheckoutElementOptions,
  StripeExpressCheckoutElementReadyEvent,
} from '@stripe/stripe-js'
import { createEmitter } from './emitter.ts'
import { destroyed } from './integration-error.ts'
import { findPlace } from './mount-point.ts'
import { availableMethods, findWallet } from './available-wallets.ts'
import type { WalletKind } from './available-wallets.ts'
import { createWalletButton } from './wallet-button.ts'
import { createSession } from './wallet-session.ts'
import type { WalletSession, SessionEvents, Sum } from './wallet-session.ts'

type Plain = { elementType: 'expressCheckout' }
/** The other events never happen here: there is no shipping, and the wallet does not change. */
type Events = SessionEvents & {
  ready: StripeExpressCheckoutElementReadyEvent
  loaderror: Plain & { error: StripeError }
}

/** The methods that checkout calls, checked against the official types. */
export type ExpressCheckoutElement = Pick<StripeExpressCheckoutElement, 'mount' | 'destroy' | 'on'>

/** The element, with the internal functions that only Stripe.js uses. */
export type ExpressCheckoutPart = Pick<WalletSession, 'authorized' | 'finish'> & {
  element: ExpressCheckoutElement
}

const PLAIN: Plain = { elementType: 'expressCheckout' }

export function createExpressCheckout(
  origin: string,
  options: StripeExpressCheckoutElementOptions,
  sum: Sum,
  forget: () => void,
): ExpressCheckoutPart {
  const events = createEmitter<Events>()
  let place: HTMLElement | null = null
  let isDestroyed = false
  const session = createSession(events, options, sum)

  function mount(target: string | HTMLElement): void {
    if (isDestroyed) throw destroyed()
    place = findPlace(target)
    void prepare(place)
  }
  async function prepare(here: HTMLElement): Promise<void> {
    const found = await findWallet(origin, options).catch(() => undefined)
    if (place !== here) return
    if (found === undefined) return events.emit('loaderror', { ...PLAIN, error: { type: 'api_connection_error' } })
    render(here, found)
    events.emit('ready', { ...PLAIN, availablePaymentMethods: availableMethods(found) })
  }
  function render(here: HTMLElement, found: WalletKind | null): void {
    here.replaceChildren()
    if (found === null) return
    const { host, button } = createWalletButton(found, options)
    button.addEventListener('click', () => session.ask(found))
    here.append(host)
  }
  function destroy(): void {
    if (isDestroyed) throw destroyed()
    session.finish()
    place?.replaceChildren()
    place = null
    isDestroyed = true
    forget()
  }

  const element: ExpressCheckoutElement = {
    mount,
    destroy,
    on: (name: string, handler: (event: never) => unknown) => {
      events.on(name, handler)
      return element as StripeExpressCheckoutElement
    },
  }
  return { element, authorized: session.authorized, finish: session.finish }
}
