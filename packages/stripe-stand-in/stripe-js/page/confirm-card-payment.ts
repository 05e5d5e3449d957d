import type {
  ConfirmCardPaymentData,
  ConfirmCardSetupData,
  PaymentIntentResult,
  SetupIntentResult,
  StripeError,
} from '@stripe/stripe-js'
import type { Params } from '../form-body.ts'
import type { Confirmation, Intents } from './confirm-intents.ts'
import type { CreatePaymentMethod } from './create-payment-method.ts'

type Prepared = { params: Params | undefined; error?: undefined } | { error: StripeError }

/** confirmCardPayment and confirmCardSetup: with a payment method's id, a card element, or only a next action. */
export function confirmsCards(intents: Intents, createPaymentMethod: CreatePaymentMethod) {
  async function prepare(data: ConfirmCardPaymentData | ConfirmCardSetupData | undefined): Promise<Prepared> {
    if (!data?.payment_method || typeof data.payment_method === 'string') return { params: data }
    const made = await createPaymentMethod({ type: 'card', ...data.payment_method })
    return made.error ? { error: made.error } : { params: { ...data, payment_method: made.paymentMethod.id } }
  }
  return {
    confirmCardPayment: async (clientSecret: string, data?: ConfirmCardPaymentData): Promise<PaymentIntentResult> => {
      const prepared = await prepare(data)
      return prepared.error ? { error: prepared.error } : intents.confirmPayment(asked(clientSecret, prepared.params))
    },
    confirmCardSetup: async (clientSecret: string, data?: ConfirmCardSetupData): Promise<SetupIntentResult> => {
      const prepared = await prepare(data)
      return prepared.error ? { error: prepared.error } : intents.confirmSetup(asked(clientSecret, prepared.params))
    },
  }
}

function asked(clientSecret: string, params: Params | undefined): Confirmation {
  return { clientSecret, ...(params && { params }) }
}
