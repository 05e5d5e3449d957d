import type Stripe from 'stripe'
import { countTries, type RateLimitRule } from '../../db/rate-limit.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { CardAnswer, ChangeCard } from '../../contract/billing/billing-overview.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { refuseStaleProof } from '../../users/session/require-fresh-proof.ts'
import { expandableId } from '../stripe/expandable.ts'
import { readInvoicePayment } from '../sync/invoice-payment.ts'
import { toPaymentRefusal } from '../stripe/stripe-problem.ts'
import { loadStripeBillingCustomer, type StripeBillingCustomer } from '../customer/billing-customer.ts'
import { readBilling } from './read-billing.ts'
import { syncCustomer } from '../sync/sync-customer.ts'

/** Limits card testing; a card that needs 3-D Secure takes up to three calls. */
export const CARD_PER_USER: RateLimitRule = { rule: 'card_user', tries: 30, window: 60 * 60_000 }

type Confirm = Extract<CardAnswer, { kind: 'confirm' }>
type Unchecked = Confirm | Extract<CardAnswer, { kind: 'settling'; intent: 'setup' }>

/**
 * POST /api/billing/card: checks the card for off-session payments, makes it the default, and pays what is owed at
 * once. Throws `proof_required` (403) unless it pays what is owed, `card_declined`, which keeps the old card, and
 * `rate_limited`.
 */
export async function changeCard(ctx: Ctx, input: ChangeCard): Promise<CardAnswer> {
  const billingCustomer = await loadStripeBillingCustomer(ctx)
  const { status } = billingCustomer.currentPlan
  if (status !== 'past_due' && status !== 'unpaid') refuseStaleProof(billingCustomer.actor, ctx.realNow())
  await countTries(ctx, { limit: CARD_PER_USER, whom: billingCustomer.actor.id })
  const stripe = await ctx.stripe()
  try {
    const unchecked = await checkCard(stripe, billingCustomer, input)
    if (unchecked) return unchecked
    const owed = await makeDefault(stripe, billingCustomer, input)
    const paid = owed ? await pay(stripe, owed, input) : 'paid'
    await syncCustomer(ctx, billingCustomer.customer)
    if (typeof paid === 'object') return paid
    const billing = await readBilling(ctx)
    return paid === 'settling' ? { kind: paid, intent: 'payment', billing } : { kind: 'changed', billing }
  } catch (error) {
    throw toPaymentRefusal(error)
  }
}

/** Null once the bank agrees; until then, what the cardholder has to confirm or wait for. */
async function checkCard(
  stripe: Stripe,
  billingCustomer: StripeBillingCustomer,
  input: ChangeCard,
): Promise<Unchecked | null> {
  const setup = input.setup_intent
    ? await ownSetup(stripe, billingCustomer, input, input.setup_intent)
    : await stripe.setupIntents.create(
        {
          customer: billingCustomer.customer,
          payment_method: input.payment_method,
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          use_stripe_sdk: true,
          usage: 'off_session',
          confirm: true,
        },
        { idempotencyKey: `card-${billingCustomer.subscription_id}-${input.payment_method}` },
      )
  if (setup.status === 'succeeded') return null
  if (setup.status === 'processing') return { kind: 'settling', intent: 'setup', setup_intent: setup.id }
  if (setup.status === 'requires_action' && setup.client_secret) {
    return { kind: 'confirm', intent: 'setup', client_secret: setup.client_secret, setup_intent: setup.id }
  }
  throw declined(setup.last_setup_error)
}

/** Throws `not_found` for a setup intent of another customer or card. */
async function ownSetup(
  stripe: Stripe,
  { customer }: StripeBillingCustomer,
  { payment_method }: ChangeCard,
  id: string,
) {
  const setup = await stripe.setupIntents.retrieve(id)
  const own = expandableId(setup.customer) === customer
  const same = setup.status !== 'succeeded' || expandableId(setup.payment_method) === payment_method
  if (!own || !same) throw new AppError('not_found')
  return setup
}

/** Makes the card the default of customer and subscription. Returns the id of the open invoice, if one is owed. */
async function makeDefault(
  stripe: Stripe,
  { customer, subscription_id }: StripeBillingCustomer,
  { payment_method }: ChangeCard,
): Promise<string | null> {
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: payment_method } })
  const { status, latest_invoice } = await stripe.subscriptions.update(subscription_id, {
    default_payment_method: payment_method,
    expand: ['latest_invoice'],
  })
  if (status !== 'past_due' && status !== 'unpaid') return null
  const invoice = typeof latest_invoice === 'string' ? null : latest_invoice
  return invoice?.status === 'open' ? (invoice.id ?? null) : null
}

/** `settling`: the bank has agreed, and Stripe settles the payment soon. */
async function pay(
  stripe: Stripe,
  invoice: string,
  { payment_method }: ChangeCard,
): Promise<Confirm | 'paid' | 'settling'> {
  try {
    const { status } = await stripe.invoices.pay(
      invoice,
      { payment_method, off_session: false },
      { idempotencyKey: `pay-${invoice}-${payment_method}` },
    )
    return status === 'paid' ? 'paid' : 'settling'
  } catch (error) {
    // The error may be the replay of an earlier one, so the payment itself is asked.
    const { invoice: now, intent } = await readInvoicePayment(stripe, invoice)
    if (now.status === 'paid') return 'paid'
    if (intent?.status === 'processing' || intent?.status === 'succeeded') return 'settling'
    if (intent?.status !== 'requires_action' || !intent.client_secret) throw error
    return { kind: 'confirm', intent: 'payment', client_secret: intent.client_secret, setup_intent: null }
  }
}

function declined(error: Stripe.SetupIntent.LastSetupError | null): AppError {
  return new AppError('card_declined', { ...(error?.message && { message: error.message }), attribute: 'cardnumber' })
}
