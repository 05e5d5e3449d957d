import type { PaymentMethodResult, StripeCardElementOptions, StripeError } from '@stripe/stripe-js'
import type { Params } from '../form-body.ts'
import { listenToWindow, sendToWindow } from '../card/frame-messages.ts'
import type { FromFrame, ToFrame } from '../card/frame-messages.ts'

export type CardFrame = {
  tell(message: ToFrame): void
  createPaymentMethod(key: string, params: Params): Promise<PaymentMethodResult>
  remove(): void
}

type Listeners = { heard(message: FromFrame): void; failed(error: StripeError): void }

/** A frame that sends nothing for this long has failed to load. */
const PATIENCE = 10_000

const NOT_LOADED: StripeError = { type: 'api_connection_error', message: 'The card field could not be loaded.' }

let frames = 0

/** The card's inputs, in a frame of the emulator's origin like Stripe's, so that the page cannot read them. */
export function openCardFrame(
  place: HTMLElement,
  origin: string,
  options: StripeCardElementOptions,
  { heard, failed }: Listeners,
): CardFrame {
  const frame = createFrame(origin)
  const waiting = new Map<number, (result: PaymentMethodResult) => void>()
  const unsent: ToFrame[] = []
  let requests = 0
  let isLoaded = false
  const giveUp = setTimeout(() => failed(NOT_LOADED), PATIENCE)
  const stop = listenToWindow<FromFrame>(() => frame.contentWindow, origin, hear)
  const wrapper = document.createElement('div')
  wrapper.className = '__PrivateStripeElement'
  wrapper.append(frame)
  place.append(wrapper)

  function tell(message: ToFrame): void {
    if (isLoaded && frame.contentWindow) sendToWindow(frame.contentWindow, origin, message)
    else unsent.push(message)
  }
  function hear(message: FromFrame): void {
    if (message.kind === 'loaded') {
      clearTimeout(giveUp)
      isLoaded = true
      tell({ kind: 'options', options })
      for (const each of unsent.splice(0)) tell(each)
    } else if (message.kind === 'resized') {
      frame.style.height = `${message.height}px`
    } else if (message.kind === 'answer') {
      waiting.get(message.request)?.(message.result)
      waiting.delete(message.request)
    } else heard(message)
  }
  return {
    tell,
    createPaymentMethod: (key, params) => {
      const request = ++requests
      tell({ kind: 'createPaymentMethod', request, key, params })
      return new Promise((resolve) => waiting.set(request, resolve))
    },
    remove: () => {
      clearTimeout(giveUp)
      stop()
      wrapper.remove()
      for (const resolve of waiting.values()) resolve({ error: NOT_LOADED })
    },
  }
}

function createFrame(origin: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.name = `__privateStripeFrame${String(++frames).padStart(4, '0')}`
  frame.title = 'Secure card payment input frame'
  frame.src = `${origin}/stripe-js/card.html#${encodeURIComponent(location.origin)}`
  // Uses the CSSOM, which a CSP without inline styles allows. The frame's color scheme must match the page's, or
  // browsers give it an opaque background.
  Object.assign(frame.style, {
    border: 'none',
    margin: '0',
    padding: '0',
    width: '1px',
    minWidth: '100%',
    overflow: 'hidden',
    display: 'block',
    height: '1.2em',
    colorScheme: 'light only',
  })
  return frame
}
