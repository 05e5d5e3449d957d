import type { Stripe, StripeConstructorOptions, StripeElements, StripeElementsOptions } from '@stripe/stripe-js'
import { createStripeApiClient } from '../stripe-api-client.ts'
import { createElements } from './elements.ts'
import type { ElementsPart, StandInElements } from './elements.ts'
import { IntegrationError } from './integration-error.ts'
import { createIntents } from './confirm-intents.ts'
import { createsPaymentMethods } from './create-payment-method.ts'
import type { CreatePaymentMethod, Groups } from './create-payment-method.ts'

/** The parts of Stripe.js that checkout may use, checked against the official types. */
type StandIn = Pick<Stripe, 'elements' | 'confirmCardPayment' | 'confirmCardSetup'> & {
  createPaymentMethod: CreatePaymentMethod
  _registerWrapper(): void
}

export function createStripe(origin: string, key: string, _options: StripeConstructorOptions = {}): StandIn {
  checkKey(key)
  const api = createStripeApiClient(origin, key)
  const intents = createIntents(api)
  const made: ElementsPart[] = []
  const groups: Groups = {
    of: (elements) => made.find((group) => group.elements === elements) ?? unknownElements(),
    withCard: (element) => made.find((group) => group.card()?.element === element) ?? unknownElements(),
  }
  return {
    elements: (options: StripeElementsOptions = {}) => {
      const group = createElements(origin, options)
      made.push(group)
      return asStripeElements(group.elements)
    },
    createPaymentMethod: createsPaymentMethods(api, key, groups),
    confirmCardPayment: intents.confirmPayment,
    confirmCardSetup: intents.confirmSetup,
    _registerWrapper: () => {},
  }
}

/** The official type has two dozen element types; `create` here throws for all but two. */
function asStripeElements(elements: StandInElements): StripeElements {
  return elements as StripeElements
}

function checkKey(key: string): void {
  if (key.startsWith('pk_')) return
  throw new IntegrationError(
    /^[sr]k_/.test(key)
      ? 'You should not use your secret key with Stripe.js.\n        Please pass a publishable key instead.'
      : `Please call Stripe() with your publishable key. You used "${key}".`,
  )
}

function unknownElements(): never {
  throw new IntegrationError('The Element or Elements instance passed in was not made by this Stripe instance.')
}
