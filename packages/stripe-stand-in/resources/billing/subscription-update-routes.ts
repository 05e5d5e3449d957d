import { momentOf, named } from '../../store/change-object.ts'
import { requireAttached } from '../../engine/payments/card-behavior.ts'
import { periodOf } from '../../engine/subscriptions/subscription-defaults.ts'
import { automaticTax } from '../../engine/invoices/automatic-tax.ts'
import { redeem } from '../../engine/invoices/redeem-discounts.ts'
import { changeSubscription, hasEnded } from '../../engine/subscriptions/change-subscription.ts'
import { followItems } from '../../engine/subscriptions/schedule-machine.ts'
import { updateSubscription, type AddedInvoiceItem } from '../../engine/subscriptions/update-subscription.ts'
import { newPrice } from '../../engine/subscriptions/new-price.ts'
import { invalidRequest, missing } from '../../store/stripe-api-error.ts'
import type { Input } from '../../http/params.ts'
import { route, type Api, type Call } from '../../http/api-route.ts'
import { mergeMetadata } from '../../store/merge-metadata.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'
import { updateParams } from './subscription-params.ts'

type Subscription = Objects['subscription']
type Sent = Input<typeof updateParams>
type AddedItem = NonNullable<Sent['add_invoice_items']>[number]

export function subscriptionUpdateRoutes(api: Api): void {
  route(api, 'post', '/v1/subscriptions/:id', { params: updateParams }, update)
  route(api, 'delete', '/v1/subscriptions/:id/discount', {}, dropDiscounts)
}

function dropDiscounts(_: object, { store, path }: Call): object {
  const { id, discounts } = store.require('subscription', path('id'))
  const [discount] = discounts
  if (discount === undefined) throw missing('discount', id)
  changeSubscription(store, id, { discounts: [] })
  return { ...store.require('discount', discount), deleted: true }
}

function update(input: Sent, { store, path }: Call): Subscription {
  const before = store.require('subscription', path('id'))
  refuseWhereClosed(before, input)
  refuseWhereScheduled(before, input)
  refusePastEnd(input, store.now(before.customer))
  const method = input.default_payment_method
  if (method !== undefined) requireAttached(store, before.customer, method, 'default_payment_method')
  const moment = momentOf(store, before.customer)
  return store.atomically(() => {
    updateSubscription(moment, before, {
      items: input.items ?? [],
      prorations: input.proration_behavior ?? 'create_prorations',
      proration_date: input.proration_date,
      behavior: input.payment_behavior ?? 'allow_incomplete',
      onSession: true,
      added: (input.add_invoice_items ?? []).map((each, index) => addedItem(store, each, index)),
      fields: fieldsOf(store, before, input),
    })
    followItems(moment, store.require('subscription', before.id))
    return store.require('subscription', before.id)
  })
}

/** A price of its own, and with it the product's name. Discounts apply unless they are ruled out. */
function addedItem(store: ObjectStore, sent: AddedItem, index: number): AddedInvoiceItem {
  const { price_data, discountable = true } = sent
  const product = named(store, 'product', price_data.product, `add_invoice_items[${index}][price_data][product]`)
  const price = newPrice(store, { ...price_data, amount: price_data.unit_amount, active: false })
  store.put('price', price)
  return {
    amount: price_data.unit_amount,
    currency: price.currency,
    description: product.name,
    discountable,
    metadata: mergeMetadata(null, sent.metadata),
    price,
  }
}

function refusePastEnd({ cancel_at }: Sent, now: number): void {
  if (typeof cancel_at !== 'number' || cancel_at > now) return
  const message = 'Invalid timestamp: must be an integer Unix timestamp in the future'
  throw invalidRequest(message, { param: 'cancel_at' })
}

/** While a schedule has the subscription, only the schedule says when it ends. */
function refuseWhereScheduled({ schedule }: Subscription, input: Sent): void {
  if (schedule === null || (input.cancel_at_period_end === undefined && input.cancel_at === undefined)) return
  throw invalidRequest(
    `The subscription is managed by the subscription schedule \`${String(schedule)}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
  )
}

/** An ended subscription takes only metadata and cancellation details; an incomplete one also takes another card. */
function refuseWhereClosed(subscription: Subscription, input: Sent): void {
  const allowed = hasEnded(subscription) ? ['metadata', 'cancellation_details'] : ['metadata', 'default_payment_method']
  if (!hasEnded(subscription) && subscription.status !== 'incomplete') return
  const [param] = Object.keys(input).filter((name) => !allowed.includes(name))
  if (param === undefined) return
  const message = hasEnded(subscription)
    ? 'A canceled subscription can only update its cancellation_details and metadata.'
    : 'An incomplete subscription can only have its metadata and default source updated.'
  throw invalidRequest(message, { code: 'invalid_canceled_subscription_fields', param })
}

function fieldsOf(store: ObjectStore, before: Subscription, input: Sent): Partial<Subscription> {
  const { discounts } = input
  return {
    metadata: mergeMetadata(before.metadata, input.metadata),
    ...endOf(store, before, input),
    ...(input.automatic_tax && automaticTax(store, before.customer, input.automatic_tax.enabled)),
    ...(input.default_payment_method !== undefined && { default_payment_method: input.default_payment_method }),
    ...(discounts !== undefined && {
      discounts: redeem(momentOf(store, before.customer), discounts || [], before),
    }),
  }
}

/** When the subscription ends: with its period, at a time, or not anymore. */
function endOf(store: ObjectStore, before: Subscription, input: Sent): Partial<Subscription> {
  const { cancel_at_period_end: atEnd, cancel_at: at, cancellation_details: details } = input
  const given = details && {
    ...(details.comment !== undefined && { comment: details.comment || null }),
    ...(details.feedback !== undefined && { feedback: details.feedback || null }),
  }
  const kept = { comment: null, feedback: null, feedback_option: null, reason: null, ...before.cancellation_details }
  const asked = { ...kept, ...given, reason: 'cancellation_requested' as const }
  const now = store.now(before.customer)
  if (atEnd === true) {
    const canceled_at = before.canceled_at ?? now
    const cancel_at = periodOf(before).end
    return { cancel_at_period_end: true, cancel_at, canceled_at, cancellation_details: asked }
  }
  if (typeof at === 'number')
    return { cancel_at: at, canceled_at: now, cancellation_details: asked, cancel_at_period_end: false }
  if (atEnd === false || at === '') {
    const cancellation_details = { ...kept, comment: null, feedback: null, reason: null }
    return { cancel_at_period_end: false, cancel_at: null, canceled_at: null, cancellation_details }
  }
  return given === undefined ? {} : { cancellation_details: { ...kept, ...given } }
}
