import type {
  CreatePaymentMethodFromElements,
  PaymentMethod,
  PaymentMethodResult,
  StripeCardElement,
} from '@stripe/stripe-js'
import type { StripeApiClient } from '../stripe-api-client.ts'
import type { Params } from '../form-body.ts'
import type { ElementsPart } from './elements.ts'
import { IntegrationError } from './integration-error.ts'
import { WALLET_BILLING_DETAILS, walletCard } from './wallet-cards.ts'

/** What checkout passes: a card field, or the group of a wallet. */
type CreatePaymentMethodInput =
  | { type: 'card'; card: StripeCardElement; billing_details?: object }
  | CreatePaymentMethodFromElements

export type CreatePaymentMethod = (input: CreatePaymentMethodInput) => Promise<PaymentMethodResult>

/** Finds the group of an Elements object or of a card element. Both throw for objects of another Stripe instance. */
export type Groups = { of(elements: unknown): ElementsPart; withCard(element: unknown): ElementsPart }

export function createsPaymentMethods(api: StripeApiClient, key: string, groups: Groups): CreatePaymentMethod {
  async function createPaymentMethod(input: CreatePaymentMethodInput): Promise<PaymentMethodResult> {
    if ('elements' in input) return fromWallet(groups.of(input.elements))
    const { card, type: _, ...params } = input
    return fromCard(groups.withCard(card), params)
  }

  async function fromWallet(group: ElementsPart): Promise<PaymentMethodResult> {
    if (group.options().paymentMethodCreation !== 'manual')
      throw new IntegrationError(
        "In order to create a PaymentMethod, you must pass `paymentMethodCreation: 'manual'` to stripe.elements().",
      )
    if (!group.isSubmitted())
      throw new IntegrationError('elements.submit() must be called before stripe.createPaymentMethod().')
    const authorized = group.expressCheckout()?.authorized()
    if (!authorized) throw new IntegrationError('The Express Checkout Element has not been confirmed by the customer.')
    const params = { type: 'card', card: walletCard(authorized.cardNumber), billing_details: WALLET_BILLING_DETAILS }
    const made = await api.post<PaymentMethod>('/v1/payment_methods', params)
    if (made.error) return { error: made.error }
    group.expressCheckout()?.finish()
    return { paymentMethod: made.value }
  }

  async function fromCard(group: ElementsPart, params: Params): Promise<PaymentMethodResult> {
    const card = group.card()
    if (!card) throw new IntegrationError('There is no card Element in this group.')
    return card.createPaymentMethod(key, params)
  }

  return createPaymentMethod
}
