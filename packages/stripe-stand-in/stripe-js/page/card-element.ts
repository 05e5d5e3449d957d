import type {
  PaymentMethodResult,
  StripeCardElement,
  StripeCardElementChangeEvent,
  StripeCardElementOptions,
  StripeCardElementUpdateOptions,
  StripeError,
} from '@stripe/stripe-js'
import type { Params } from '../form-body.ts'
import type { FromFrame } from '../card/frame-messages.ts'
import { openCardFrame } from './card-frame.ts'
import type { CardFrame } from './card-frame.ts'
import { createEmitter } from './emitter.ts'
import { destroyed, IntegrationError } from './integration-error.ts'
import { findPlace, submitAround } from './mount-point.ts'

type Plain = { elementType: 'card' }
type Events = {
  change: StripeCardElementChangeEvent
  ready: Plain
  escape: Plain
  loaderror: Plain & { error: StripeError }
}

/** The methods that checkout calls, checked against the official types. */
export type CardElement = Pick<StripeCardElement, 'mount' | 'destroy' | 'update' | 'focus' | 'on'>

/** The element, with the internal functions that only Stripe.js uses. */
export type CardPart = {
  element: CardElement
  createPaymentMethod(key: string, params: Params): Promise<PaymentMethodResult>
}

const PLAIN: Plain = { elementType: 'card' }

export function createCard(origin: string, given: StripeCardElementOptions, forget: () => void): CardPart {
  if (given.hidePostalCode !== true)
    throw new IntegrationError('The stand-in has no field for a postal code: pass `hidePostalCode: true`.')
  const events = createEmitter<Events>()
  let options = given
  let mounted: { place: HTMLElement; frame: CardFrame; letGo(): void } | null = null
  let isDestroyed = false

  function mount(target: string | HTMLElement): void {
    if (isDestroyed) throw destroyed()
    const place = findPlace(target)
    if (mounted?.place === place) return
    unmount()
    place.replaceChildren()
    const failed = (error: StripeError) => events.emit('loaderror', { ...PLAIN, error })
    const frame = openCardFrame(place, origin, options, { heard, failed })
    mounted = { place, frame, letGo: followLabels(place, () => focus()) }
  }
  function unmount(): void {
    mounted?.frame.remove()
    mounted?.letGo()
    mounted = null
  }
  function heard(message: FromFrame): void {
    if (message.kind === 'change') events.emit('change', { ...message.change, ...PLAIN })
    else if (message.kind === 'ready' || message.kind === 'escape') events.emit(message.kind, PLAIN)
    else if (message.kind === 'entered' && mounted) submitAround(mounted.place)
  }
  function update(changes: StripeCardElementUpdateOptions): void {
    options = { ...options, ...changes }
    mounted?.frame.tell({ kind: 'options', options })
  }
  function focus(): void {
    mounted?.frame.tell({ kind: 'focus' })
  }
  function destroy(): void {
    if (isDestroyed) throw destroyed()
    unmount()
    isDestroyed = true
    forget()
  }

  const element: CardElement = {
    mount,
    destroy,
    update,
    focus,
    on: (name: string, handler: (event: never) => unknown) => {
      events.on(name, handler)
      return element as StripeCardElement
    },
  }
  return {
    element,
    createPaymentMethod: async (key, params) => {
      if (mounted) return mounted.frame.createPaymentMethod(key, params)
      throw new IntegrationError(
        'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
      )
    },
  }
}

/** A click on the container's label focuses the element. */
function followLabels(place: HTMLElement, focus: () => void): () => void {
  const outer = place.closest('label')
  const labels = Array.from(place.id === '' ? [] : document.querySelectorAll(`label[for="${CSS.escape(place.id)}"]`))
  if (outer) labels.push(outer)
  for (const label of labels) label.addEventListener('click', focus)
  return () => labels.forEach((label) => label.removeEventListener('click', focus))
}
