import type {
  CreatePaymentMethodData,
  CreatePaymentMethodFromElement,
  CreatePaymentMethodFromElements,
  PaymentMethod,
  PaymentMethodResult,
} from '@stripe/stripe-js'
import type { StripeApiClient } from '../stripe-api-client.ts'
import type { Params } from '../form-body.ts'
import type { ElementsPart } from './elements.ts'
import { IntegrationError } from './integration-error.ts'
import { WALLET_BILLING_DETAILS, walletCard } from './wallet-cards.ts'

type CreatePaymentMethodInput =
  | CreatePaymentMethodData
  | CreatePaymentMethodFromElements
  | CreatePaymentMethodFromElement

export type CreatePaymentMethod = (input: CreatePaymentMethodInput) => Promise<PaymentMethodResult>

/** Finds the group of an Elements object or of a card element. Both throw for objects of another Stripe instance. */
export type Groups = { of(elements: unknown): ElementsPart; withCard(element: unknown): ElementsPart }

export function createsPaymentMethods(api: StripeApiClient, key: string, groups: Groups): CreatePaymentMethod {
  async function createPaymentMethod(input: CreatePaymentMethodInput): Promise<PaymentMethodResult> {
    if ('elements' in input) return fromGroup(groups.of(input.elements), { ...input.params, metadata: input.metadata })
    if ('element' in input)
      return fromCard(groups.withCard(input.element), { ...input.params, metadata: input.metadata })
    if (!('card' in input)) return post(input)
    const { card, type: _, ...params } = input
    return 'token' in card ? post({ ...params, type: 'card', card }) : fromCard(groups.withCard(card), params)
  }

  function fromGroup(group: ElementsPart, params: Params): Promise<PaymentMethodResult> {
    if (group.options().paymentMethodCreation !== 'manual')
      throw new IntegrationError(
        "In order to create a PaymentMethod, you must pass `paymentMethodCreation: 'manual'` to stripe.elements().",
      )
    if (!group.isSubmitted())
      throw new IntegrationError('elements.submit() must be called before stripe.createPaymentMethod().')
    return group.expressCheckout() ? fromWallet(group, params) : fromCard(group, params)
  }

  async function fromWallet(group: ElementsPart, params: Params): Promise<PaymentMethodResult> {
    const authorized = group.expressCheckout()?.authorized()
    if (!authorized) throw new IntegrationError('The Express Checkout Element has not been confirmed by the customer.')
    const card = walletCard(authorized.cardNumber)
    const result = await post({ type: 'card', card, billing_details: WALLET_BILLING_DETAILS, ...params })
    if (result.paymentMethod) group.expressCheckout()?.finish()
    return result
  }

  async function fromCard(group: ElementsPart, params: Params): Promise<PaymentMethodResult> {
    const card = group.card()
    if (!card) throw new IntegrationError('There is no card Element in this group.')
    return card.createPaymentMethod(key, params)
  }

  async function post(params: Params): Promise<PaymentMethodResult> {
    const made = await api.post<PaymentMethod>('/v1/payment_methods', params)
    return made.error ? { error: made.error } : { paymentMethod: made.value }
  }

  return createPaymentMethod
}
