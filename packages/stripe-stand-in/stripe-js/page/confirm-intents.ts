import type {
  PaymentIntent,
  PaymentIntentResult,
  PaymentMethod,
  SetupIntent,
  SetupIntentResult,
  StripeError,
} from '@stripe/stripe-js'
import type { StripeApiAnswer, StripeApiClient } from '../stripe-api-client.ts'
import type { Params } from '../form-body.ts'
import { IntegrationError } from './integration-error.ts'
import { formatMoney } from './format-money.ts'
import { askForAuthentication } from './three-d-secure-dialog.ts'

type Intent = PaymentIntent | SetupIntent

/** How one kind of intent is named and addressed. */
type IntentKind = { path: string; prefix: string; failureCode: string }

const PAYMENT: IntentKind = {
  path: 'payment_intents',
  prefix: 'pi_',
  failureCode: 'payment_intent_authentication_failure',
}
const SETUP: IntentKind = { path: 'setup_intents', prefix: 'seti_', failureCode: 'setup_intent_authentication_failure' }

/** With a payment method's id; without it, the server has confirmed the intent and only its next action is left. */
type Confirm<Result> = (clientSecret: string, params?: Params) => Promise<Result>

/** Confirms intents of one API, and runs 3-D Secure if the bank requires it. */
export function createIntents(api: StripeApiClient) {
  const confirmPayment: Confirm<PaymentIntentResult> = async (clientSecret, params) =>
    paymentResult(await confirm<PaymentIntent>(api, PAYMENT, clientSecret, params))
  const confirmSetup: Confirm<SetupIntentResult> = async (clientSecret, params) =>
    setupResult(await confirm<SetupIntent>(api, SETUP, clientSecret, params))
  return { confirmPayment, confirmSetup }
}

function retrieve<Kind extends Intent>(
  api: StripeApiClient,
  kind: IntentKind,
  secret: string,
): Promise<StripeApiAnswer<Kind>> {
  return api.get(addressOf(kind, secret), { client_secret: secret })
}

async function confirm<Kind extends Intent>(
  api: StripeApiClient,
  kind: IntentKind,
  secret: string,
  params: Params | undefined,
): Promise<StripeApiAnswer<Kind>> {
  const known = await retrieve<Kind>(api, kind, secret)
  if (known.error) return known
  const isConfirmed = params === undefined && known.value.status === 'requires_action'
  const intent = isConfirmed
    ? known
    : await api.post<Kind>(`${addressOf(kind, secret)}/confirm`, {
        ...params,
        client_secret: secret,
        use_stripe_sdk: true,
      })
  if (intent.error || intent.value.status !== 'requires_action') return intent
  return authenticate<Kind>(api, kind, secret, intent.value)
}

async function authenticate<Kind extends Intent>(
  api: StripeApiClient,
  kind: IntentKind,
  secret: string,
  intent: Intent,
): Promise<StripeApiAnswer<Kind>> {
  const answer = await askForAuthentication(challengeFor(intent))
  await api.post(`/_test/3ds/${intent.id}/${answer}`, { client_secret: secret })
  const after = await retrieve<Kind>(api, kind, secret)
  if (after.error || ['succeeded', 'processing', 'requires_capture'].includes(after.value.status)) return after
  return { error: failureOf(after.value, kind, answer) }
}

function challengeFor(intent: Intent) {
  const what = 'amount' in intent ? `a payment of ${formatMoney(intent.amount, intent.currency)}` : 'saving this card'
  return {
    title: '3D Secure',
    detail: `The bank asks whether ${what} is yours. This is a stand-in on your machine: press Complete to say yes, Fail to say no.`,
  }
}

/** A failed authentication uses Stripe.js's sentence; a decline afterwards brings its own. */
function failureOf(intent: Intent, { failureCode }: IntentKind, answer: 'complete' | 'fail'): StripeError {
  const last = 'amount' in intent ? intent.last_payment_error : intent.last_setup_error
  const about = 'amount' in intent ? { payment_intent: intent } : { setup_intent: intent }
  if (answer === 'complete' && last) return { ...(last as StripeError), ...about }
  return {
    type: 'invalid_request_error',
    code: failureCode,
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    ...methodOf(last?.payment_method),
    ...about,
  }
}

function methodOf(method: PaymentMethod | undefined): { payment_method?: PaymentMethod } {
  return method ? { payment_method: method } : {}
}

function addressOf({ path, prefix }: IntentKind, secret: string): string {
  const [id, rest] = secret.split('_secret_')
  if (id?.startsWith(prefix) && rest) return `/v1/${path}/${id}`
  throw new IntegrationError(
    `Invalid value for ${path === 'payment_intents' ? 'stripe.confirmPayment' : 'stripe.confirmSetup'} intent secret: value should be a client_secret string. You specified: ${secret}.`,
  )
}

function paymentResult({ value, error }: StripeApiAnswer<PaymentIntent>): PaymentIntentResult {
  return error ? { error } : { paymentIntent: value }
}

function setupResult({ value, error }: StripeApiAnswer<SetupIntent>): SetupIntentResult {
  return error ? { error } : { setupIntent: value }
}
