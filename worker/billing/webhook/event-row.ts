import type Stripe from 'stripe'
import type { stripe_events } from '../../db/schema/billing.ts'

/** What is kept of an event: whose it is and when, and nothing of what it holds. */
export function toEventRow(event: Stripe.Event, received_at: number): typeof stripe_events.$inferInsert {
  const { id, type, created } = event
  return { id, type, customer: customerIn(event), created_at: created * 1000, received_at }
}

function customerIn({ data: { object, previous_attributes } }: Stripe.Event): string | null {
  if ('object' in object && object.object === 'customer' && 'id' in object) return text(object.id)
  // A card that was taken off says only whose it was.
  return customerOf(object) ?? customerOf(previous_attributes)
}

function customerOf(given: unknown): string | null {
  if (typeof given !== 'object' || given === null || !('customer' in given)) return null
  const { customer } = given
  return typeof customer === 'object' && customer !== null && 'id' in customer ? text(customer.id) : text(customer)
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
