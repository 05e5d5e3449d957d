import type {
  StripeCardElementOptions,
  StripeElements,
  StripeElementsOptions,
  StripeElementsUpdateOptions,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js'
import { createCard } from './card-element.ts'
import type { CardElement, CardPart } from './card-element.ts'
import { createExpressCheckout, type ExpressCheckoutElement, type ExpressCheckoutPart } from './express-checkout.ts'
import { IntegrationError } from './integration-error.ts'
import { WALLET_PAYMENT_TYPES } from './available-wallets.ts'

/** The element types that checkout uses; any other type throws. */
export type StandInElements = Pick<StripeElements, 'update' | 'submit'> & {
  create(type: 'card', options?: StripeCardElementOptions): CardElement
  create(type: 'expressCheckout', options?: StripeExpressCheckoutElementOptions): ExpressCheckoutElement
}

/** A group, with the internal functions that only Stripe.js uses. */
export type ElementsPart = {
  elements: StandInElements
  card(): CardPart | null
  expressCheckout(): ExpressCheckoutPart | null
  options(): StripeElementsOptions
  isSubmitted(): boolean
}

export function createElements(origin: string, given: StripeElementsOptions): ElementsPart {
  if ('paymentMethodTypes' in given)
    throw new IntegrationError('`paymentMethodTypes` is no longer supported. Use `allowedPaymentMethodTypes` instead.')
  let options = given
  let card: CardPart | null = null
  let expressCheckout: ExpressCheckoutPart | null = null
  let isSubmitted = false

  function createCardElement(cardOptions: StripeCardElementOptions): CardElement {
    if (card) throw onlyOne('card')
    card = createCard(origin, cardOptions, () => (card = null))
    return card.element
  }
  function createExpressElement(expressOptions: StripeExpressCheckoutElementOptions): ExpressCheckoutElement {
    if (expressCheckout) throw onlyOne('expressCheckout')
    if (!options.mode && !options.clientSecret)
      throw new IntegrationError(
        'elements.create(expressCheckout): pass `mode` or `clientSecret` to stripe.elements().',
      )
    expressCheckout = createExpressCheckout(origin, expressOptions, sum, () => (expressCheckout = null))
    return expressCheckout.element
  }
  function sum() {
    const amount = options.mode && options.mode !== 'setup' ? options.amount : 0
    return { amount, currency: options.currency ?? 'usd' }
  }
  function create(type: 'card', elementOptions?: StripeCardElementOptions): CardElement
  function create(type: 'expressCheckout', elementOptions?: StripeExpressCheckoutElementOptions): ExpressCheckoutElement
  function create(
    type: string,
    elementOptions: StripeCardElementOptions & StripeExpressCheckoutElementOptions = {},
  ): CardElement | ExpressCheckoutElement {
    if (type === 'card') return createCardElement(elementOptions)
    if (type === 'expressCheckout') return createExpressElement(elementOptions)
    throw new IntegrationError(`A valid Element name must be provided. You specified: ${type}.`)
  }
  return {
    elements: {
      create,
      update: async (changes: StripeElementsUpdateOptions) => {
        options = merged(options, changes)
      },
      submit: async () => {
        const authorized = expressCheckout?.authorized()
        isSubmitted = true
        return authorized ? { selectedPaymentMethod: WALLET_PAYMENT_TYPES[authorized.kind] } : {}
      },
    },
    card: () => card,
    expressCheckout: () => expressCheckout,
    options: () => options,
    isSubmitted: () => isSubmitted,
  }
}

/** `update` cannot change a group's mode, so its type is not the union that `elements` takes. */
function merged(options: StripeElementsOptions, changes: StripeElementsUpdateOptions): StripeElementsOptions {
  return { ...options, ...changes } as StripeElementsOptions
}

function onlyOne(type: string): IntegrationError {
  return new IntegrationError(`Can only create one Element of type ${type}.`)
}
