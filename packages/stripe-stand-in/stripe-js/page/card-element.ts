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
import { createEmitter, listenerMethods } from './emitter.ts'
import { destroyed, IntegrationError } from './integration-error.ts'
import { findPlace, submitAround } from './mount-point.ts'

type Plain = { elementType: 'card' }
type Events = {
  change: StripeCardElementChangeEvent
  ready: Plain
  focus: Plain
  blur: Plain
  escape: Plain
  networkschange: Plain
  loaderror: Plain & { error: StripeError }
}

/** The element, with the internal functions that only Stripe.js uses. */
export type CardPart = {
  element: StripeCardElement
  createPaymentMethod(key: string, params: Params): Promise<PaymentMethodResult>
}

const PLAIN: Plain = { elementType: 'card' }

export function createCard(origin: string, given: StripeCardElementOptions, forget: () => void): CardPart {
  const events = createEmitter<Events>()
  let options = given
  let mounted: { place: HTMLElement; frame: CardFrame; classes: CardClasses; letGo(): void } | null = null
  let isDestroyed = false

  function mount(target: string | HTMLElement): void {
    if (isDestroyed) throw destroyed()
    const place = findPlace(target)
    if (mounted?.place === place) return
    unmount()
    place.replaceChildren()
    const failed = (error: StripeError) => events.emit('loaderror', { ...PLAIN, error })
    const frame = openCardFrame(place, origin, options, { heard, failed })
    mounted = { place, frame, classes: cardClasses(place, options), letGo: followLabels(place, () => focus()) }
  }
  function unmount(): void {
    mounted?.frame.remove()
    mounted?.classes.remove()
    mounted?.letGo()
    mounted = null
  }
  function heard(message: FromFrame): void {
    if (message.kind === 'change') {
      mounted?.classes.show(message.change)
      events.emit('change', { ...message.change, ...PLAIN })
    } else if (message.kind === 'ready' || message.kind === 'escape') {
      events.emit(message.kind, PLAIN)
    } else if (message.kind === 'focus' || message.kind === 'blur') {
      mounted?.classes.focused(message.kind === 'focus')
      events.emit(message.kind, PLAIN)
    } else if (message.kind === 'entered' && mounted) submitAround(mounted.place)
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

  const element: StripeCardElement = {
    mount,
    unmount,
    destroy,
    update,
    focus,
    blur: () => mounted?.frame.tell({ kind: 'blur' }),
    clear: () => mounted?.frame.tell({ kind: 'clear' }),
    ...listenerMethods(events, () => element),
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

type CardClasses = ReturnType<typeof cardClasses>

/** Sets the container's classes, with which a page styles focus and errors. */
function cardClasses(place: HTMLElement, { classes = {} }: StripeCardElementOptions) {
  const base = classes.base ?? 'StripeElement'
  const name = (state: 'complete' | 'empty' | 'focus' | 'invalid') => classes[state] ?? `StripeElement--${state}`
  place.classList.add(base, name('empty'))
  return {
    show: ({ complete, empty, error }: Pick<StripeCardElementChangeEvent, 'complete' | 'empty' | 'error'>) => {
      place.classList.toggle(name('complete'), complete)
      place.classList.toggle(name('empty'), empty)
      place.classList.toggle(name('invalid'), error !== undefined)
    },
    focused: (has: boolean) => place.classList.toggle(name('focus'), has),
    remove: () => place.classList.remove(base, name('complete'), name('empty'), name('focus'), name('invalid')),
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
