import type {
  StripeError,
  StripeExpressCheckoutElement,
  StripeExpressCheckoutElementOptions,
  StripeExpressCheckoutElementReadyEvent,
} from '@stripe/stripe-js'
import { createEmitter, listenerMethods } from './emitter.ts'
import { destroyed } from './integration-error.ts'
import { findPlace } from './mount-point.ts'
import { availableMethods, findWallet } from './available-wallets.ts'
import type { WalletKind } from './available-wallets.ts'
import { createWalletButton } from './wallet-button.ts'
import type { WalletButton } from './wallet-button.ts'
import { createSession } from './wallet-session.ts'
import type { WalletSession, SessionEvents, Sum } from './wallet-session.ts'

type Plain = { elementType: 'expressCheckout' }
/** The other events never happen here: there is no shipping, and the wallet does not change. */
type Events = SessionEvents & {
  ready: StripeExpressCheckoutElementReadyEvent
  focus: Plain
  blur: Plain
  escape: Plain
  loaderror: Plain & { error: StripeError }
}

/** The element, with the internal functions that only Stripe.js uses. */
export type ExpressCheckoutPart = Pick<WalletSession, 'authorized' | 'finish'> & {
  element: StripeExpressCheckoutElement
}

const PLAIN: Plain = { elementType: 'expressCheckout' }

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
  let shown: WalletButton | null = null
  let isDestroyed = false
  const session = createSession(events, () => options, sum)

  function mount(target: string | HTMLElement): void {
    if (isDestroyed) throw destroyed()
    unmount()
    const here = findPlace(target)
    place = here
    void prepare(here)
  }
  async function prepare(here: HTMLElement): Promise<void> {
    const found = await findWallet(origin, options).catch(() => undefined)
    if (place !== here) return
    if (found === undefined) return events.emit('loaderror', { ...PLAIN, error: { type: 'api_connection_error' } })
    kind = found
    render(here, found)
    events.emit('ready', { ...PLAIN, availablePaymentMethods: availableMethods(found) })
  }
  function render(here: HTMLElement, found: WalletKind | null): void {
    here.replaceChildren()
    if (found === null) return
    shown = createWalletButton(found, options)
    shown.button.addEventListener('click', () => session.ask(found))
    shown.button.addEventListener('focus', () => events.emit('focus', PLAIN))
    shown.button.addEventListener('blur', () => events.emit('blur', PLAIN))
    shown.button.addEventListener('keydown', (event) => event.key === 'Escape' && events.emit('escape', PLAIN))
    here.append(shown.host)
  }
  function unmount(): void {
    session.finish()
    place?.replaceChildren()
    place = null
    kind = null
    shown = null
  }

  const element: StripeExpressCheckoutElement = {
    mount,
    unmount,
    destroy: () => {
      if (isDestroyed) throw destroyed()
      unmount()
      isDestroyed = true
      forget()
    },
    update: (changes) => {
      options = { ...options, ...changes }
      if (place) render(place, kind)
      return element
    },
    focus: () => shown?.button.focus(),
    blur: () => shown?.button.blur(),
    clear: () => {},
    ...listenerMethods(events, () => element),
  }
  return { element, authorized: session.authorized, finish: session.finish }
}
