import type Stripe from 'stripe'
import { change, momentOf, named } from '../../store/change-object.ts'
import type { Moment } from '../../store/change-object.ts'
import { cancelSubscription } from '../../engine/subscriptions/cancel-subscription.ts'
import { createSubscription } from '../../engine/subscriptions/new-subscription.ts'
import { endPhase } from '../../engine/subscriptions/schedule-machine.ts'
import { renew } from '../../engine/subscriptions/renew-subscription.ts'
import { periodOf } from '../../engine/subscriptions/subscription-defaults.ts'
import { automaticTax } from '../../engine/invoices/automatic-tax.ts'
import { redeem } from '../../engine/invoices/redeem-discounts.ts'
import { hasEnded } from '../../engine/subscriptions/change-subscription.ts'
import { updateSubscription } from '../../engine/subscriptions/update-subscription.ts'
import { invalidRequest } from '../../store/stripe-api-error.ts'
import { bool, emptyable, hash, ignored, integer, list, required, text } from '../../http/params.ts'
import { currencyCode } from '../../http/currency-param.ts'
import type { Input, Known } from '../../http/params.ts'
import { route, type Api, type Call } from '../../http/api-route.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'
import { postalAddress, wholeAddress } from '../postal-address.ts'
import { automaticTaxParam, changedItem, discounts, prorations } from './subscription-params.ts'

type Invoice = Objects['invoice']
type Subscription = Objects['subscription']

const params = {
  automatic_tax: automaticTaxParam,
  customer: text,
  customer_details: hash({
    address: emptyable(postalAddress),
  } satisfies Known<Stripe.InvoiceCreatePreviewParams.CustomerDetails>),
  discounts,
  invoice_items: list(
    hash({
      amount: required(integer),
      currency: required(currencyCode),
      discountable: bool,
      tax_behavior: ignored,
    } satisfies Known<Stripe.InvoiceCreatePreviewParams.InvoiceItem>),
  ),
  schedule: text,
  subscription: text,
  subscription_details: hash({
    cancel_at_period_end: bool,
    cancel_now: bool,
    items: list(changedItem),
    proration_behavior: prorations,
    proration_date: integer,
  } satisfies Known<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails>),
} satisfies Known<Stripe.InvoiceCreatePreviewParams>

type Sent = Input<typeof params>

export function invoicePreviewRoutes(api: Api): void {
  route(api, 'post', '/v1/invoices/create_preview', { params }, preview)
}

/**
 * Previews an invoice by making the change, copying its invoice and rolling everything back, so that a preview cannot
 * differ from the real change. Charges no card.
 */
function preview(input: Sent, { store }: Call): Invoice {
  if (input.schedule !== undefined) return ofSchedule(input.schedule, input, store)
  const subscription = input.subscription ? named(store, 'subscription', input.subscription, 'subscription') : null
  const customer = subscription?.customer ?? input.customer
  if (subscription !== null && input.customer !== undefined && input.customer !== subscription.customer) {
    const message = `Customer ${input.customer} does not have a subscription with ID ${subscription.id}`
    throw invalidRequest(message, { code: 'resource_missing', param: 'subscription' })
  }
  if (customer === undefined) {
    throw invalidRequest('You must provide at least one of customer, subscription.', {
      code: 'parameter_missing',
      param: 'customer',
    })
  }
  const moment = momentOf(store, named(store, 'customer', customer, 'customer').id)
  const invoice = rehearse(moment, () => {
    moveTo(moment, customer, input)
    return subscription === null
      ? ofNew(moment, customer, input)
      : ofChange(moment, withDiscounts(moment, subscription, input), input)
  })
  return printed(invoice)
}

/** Rolled back with all the rest. */
function moveTo({ store }: Moment, customer: string, { customer_details: moved }: Sent): void {
  const { address } = moved ?? {}
  if (address) change(store, 'customer', customer, { address: wholeAddress(address) })
}

class Rehearsed extends Error {}

function rehearse({ store }: Moment, work: () => Invoice): Invoice {
  let seen: Invoice | undefined
  try {
    store.atomically(() => {
      seen = work()
      throw new Rehearsed()
    })
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error
  }
  if (seen === undefined) throw nothingUpcoming()
  return seen
}

/** The first invoice of a subscription that would start now, without a trial. */
function ofNew(moment: Moment, customer: string, input: Sent): Invoice {
  const { subscription_details: wish, discounts: wanted } = input
  const created = createSubscription(moment, {
    customer,
    items: wish?.items ?? [],
    discounts: wanted || [],
    behavior: 'default_incomplete',
    fields: automaticTax(moment.store, customer, input.automatic_tax?.enabled === true),
  })
  return latest(moment, created)
}

function withDiscounts(moment: Moment, subscription: Subscription, { discounts: wanted }: Sent): Subscription {
  if (wanted === undefined) return subscription
  return { ...subscription, discounts: wanted === '' ? [] : redeem(moment, wanted, subscription) }
}

/** The invoice that the change creates at once, else the next invoice of the changed subscription. */
function ofChange(moment: Moment, subscription: Subscription, input: Sent): Invoice {
  const { subscription_details: wish, automatic_tax: tax } = input
  const { store } = moment
  if (hasEnded(subscription)) throw nothingUpcoming()
  if (wish?.cancel_now === true) return ofEnd(moment, subscription, wish)
  const changed = updateSubscription(moment, subscription, {
    items: wish?.items ?? [],
    prorations: wish?.proration_behavior ?? 'create_prorations',
    proration_date: wish?.proration_date,
    behavior: 'default_incomplete',
    onSession: true,
    added: (input.invoice_items ?? []).map(({ amount, currency, discountable = amount > 0 }) => ({
      amount,
      currency,
      description: '',
      discountable,
      metadata: {},
      price: null,
    })),
    fields: {
      discounts: subscription.discounts,
      ...(tax && automaticTax(store, subscription.customer, tax.enabled)),
    },
  })
  if (changed.latest_invoice !== subscription.latest_invoice) return latest(moment, changed)
  const ends = wish?.cancel_at_period_end ?? subscription.cancel_at_period_end
  if (ends || changed.status === 'incomplete') throw nothingUpcoming()
  const end = changed.trial_end !== null && changed.status === 'trialing' ? changed.trial_end : periodOf(changed).end
  renew({ store, now: end }, changed)
  return latest(moment, store.require('subscription', changed.id))
}

/** The last invoice of a subscription that is canceled now: what is unused, if prorated. */
function ofEnd({ store, now }: Moment, subscription: Subscription, wish: NonNullable<Sent['subscription_details']>) {
  cancelSubscription({ store, now: wish.proration_date ?? now }, subscription, {
    details: { comment: null, feedback: null, feedback_option: null, reason: null },
    prorate: wish.proration_behavior !== 'none',
    invoiceNow: true,
  })
  return latest({ store, now }, store.require('subscription', subscription.id))
}

/** The next renewal of a scheduled subscription, by the phase that runs then. */
function ofSchedule(id: string, input: Sent, store: ObjectStore): Invoice {
  const schedule = named(store, 'subscription_schedule', id, 'schedule')
  if (input.subscription !== undefined || input.subscription_details !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: schedule, subscription.')
  }
  if (input.customer !== undefined && input.customer !== schedule.customer) {
    throw invalidRequest(`Customer ${input.customer} does not have a schedule with ID ${id}`, { param: 'schedule' })
  }
  if (schedule.status !== 'active' || schedule.subscription === null) throw nothingUpcoming()
  const before = store.require('subscription', schedule.subscription)
  const now = before.status === 'trialing' && before.trial_end !== null ? before.trial_end : periodOf(before).end
  const moment = { store, now }
  const invoice = rehearse(moment, () => {
    if ((schedule.current_phase?.end_date ?? Infinity) <= now) endPhase(moment, schedule)
    const subscription = store.require('subscription', before.id)
    if (hasEnded(subscription)) throw nothingUpcoming()
    renew(moment, subscription)
    return latest(moment, store.require('subscription', before.id))
  })
  return printed(invoice)
}

function latest({ store }: Moment, subscription: Subscription): Invoice {
  return store.require('invoice', subscription.latest_invoice ?? '')
}

/** A preview is a draft without a number. */
function printed(invoice: Invoice): Invoice {
  const id = invoice.id.replace(/^in_/, 'upcoming_in_')
  return {
    ...invoice,
    id,
    status: 'draft',
    amount_paid: 0,
    amount_remaining: invoice.amount_due,
    attempted: false,
    attempt_count: 0,
    number: null,
    effective_at: null,
    ending_balance: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    lines: {
      ...invoice.lines,
      url: `/v1/invoices/${id}/lines`,
      data: invoice.lines.data.map((line) => ({ ...line, invoice: id })),
    },
  }
}

function nothingUpcoming() {
  return invalidRequest('No upcoming invoices for customer', { status: 404, code: 'invoice_upcoming_none' })
}
