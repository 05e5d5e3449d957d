import type Stripe from 'stripe'
import { IN_QUEUE, type NewEvent } from '../../db/billing/stored-stripe-events.ts'

/** Makes the stored row of an event: its customer and times, and none of its content. */
export function toEventRow(event: Stripe.Event, received_at: number): NewEvent {
  const { id, type, created } = event
  const row = { id, type, created_at: created * 1000, received_at, retry_at: received_at + IN_QUEUE }
  // Nothing could be done with it, however often Stripe sends it.
  if (!hasObject(event)) return { ...row, customer: null, parked: 'no_data', processed_at: received_at }
  return { ...row, customer: customerIn(event) }
}

/** A signed body is Stripe's, but not always what the types say. */
function hasObject({ data }: { data: unknown }): boolean {
  return (
    typeof data === 'object' && data !== null && 'object' in data && typeof data.object === 'object' && !!data.object
  )
}

function customerIn({ data: { object, previous_attributes } }: Stripe.Event): string | null {
  if ('object' in object && object.object === 'customer' && 'id' in object) return text(object.id)
  // A detached card names its customer only in `previous_attributes`.
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
