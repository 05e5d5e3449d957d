import type {
  ConfirmPaymentData,
  ConfirmSetupData,
  PaymentIntentResult,
  SetupIntentResult,
  StripeElements,
  StripeError,
} from '@stripe/stripe-js'
import type { Params } from '../form-body.ts'
import { IntegrationError } from './integration-error.ts'
import type { Intents } from './confirm-intents.ts'
import type { CreatePaymentMethod, Groups } from './create-payment-method.ts'

type Input<Data> = { elements?: StripeElements; clientSecret?: string; confirmParams?: Partial<Data> }
type IfRequired<Data> = Input<Data> & { redirect: 'if_required' }
type Always<Data> = Input<Data> & { confirmParams: Data; redirect?: 'always' }
type Either<Data> = Input<Data> & { redirect?: 'if_required' | 'always' }
type Refused = { error: StripeError }

/** confirmPayment and confirmSetup. Cards never need a redirect, so `if_required` always stays on the page. */
export function confirmsElements(intents: Intents, createPaymentMethod: CreatePaymentMethod, groups: Groups) {
  /** The named payment method, or the one from an element. */
  async function prepare(
    input: Input<ConfirmPaymentData> | Input<ConfirmSetupData>,
  ): Promise<{ params: Params; clientSecret: string } | Refused> {
    const { payment_method_data: details, ...params } = input.confirmParams ?? {}
    const clientSecret = input.clientSecret ?? secretOf(input.elements)
    if (params.payment_method || params.confirmation_token || !input.elements) return { params, clientSecret }
    const made = await createPaymentMethod({ elements: input.elements, params: { ...details } })
    if (made.error) return { error: made.error }
    return { params: { ...params, payment_method: made.paymentMethod.id }, clientSecret }
  }
  function secretOf(elements: StripeElements | undefined): string {
    const secret = elements && groups.of(elements).options().clientSecret
    if (secret) return secret
    throw new IntegrationError('Pass a clientSecret, or Elements that were made with one.')
  }

  function confirmPayment(input: IfRequired<ConfirmPaymentData>): Promise<PaymentIntentResult>
  function confirmPayment(input: Always<ConfirmPaymentData>): Promise<Refused>
  async function confirmPayment(input: Either<ConfirmPaymentData>): Promise<PaymentIntentResult> {
    const prepared = await prepare(input)
    if ('error' in prepared) return prepared
    const result = await intents.confirmPayment(prepared)
    if (input.redirect === 'if_required' || result.error) return result
    return leaveFor(input.confirmParams?.return_url, 'payment_intent', result.paymentIntent)
  }
  function confirmSetup(input: IfRequired<ConfirmSetupData>): Promise<SetupIntentResult>
  function confirmSetup(input: Always<ConfirmSetupData>): Promise<Refused>
  async function confirmSetup(input: Either<ConfirmSetupData>): Promise<SetupIntentResult> {
    const prepared = await prepare(input)
    if ('error' in prepared) return prepared
    const result = await intents.confirmSetup(prepared)
    if (input.redirect === 'if_required' || result.error) return result
    return leaveFor(input.confirmParams?.return_url, 'setup_intent', result.setupIntent)
  }
  return { confirmPayment, confirmSetup }
}

/** Redirects, and never resolves. */
function leaveFor(
  returnUrl: string | undefined,
  name: 'payment_intent' | 'setup_intent',
  { id, client_secret: secret }: { id: string; client_secret: string | null },
): Promise<never> {
  if (!returnUrl) throw new IntegrationError('confirmParams.return_url is required unless redirect is if_required.')
  const address = new URL(returnUrl, location.href)
  address.searchParams.set(name, id)
  address.searchParams.set(`${name}_client_secret`, secret ?? '')
  address.searchParams.set('redirect_status', 'succeeded')
  location.assign(address)
  return new Promise(() => {})
}
