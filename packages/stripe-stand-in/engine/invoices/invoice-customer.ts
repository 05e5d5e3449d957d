import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'

type Customer = Objects['customer']
type Invoice = Objects['invoice']

/** The customer's fields on an invoice: as the customer is until it is finalized, and for good from then on. */
export function customerFields(store: ObjectStore, customer: Customer) {
  return {
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_tax_exempt: customer.tax_exempt ?? 'none',
    customer_tax_ids: taxIdsOf(store, customer.id).map(({ type, value }) => ({ type, value })),
  } satisfies Partial<Invoice>
}

/** Newest first. */
export function taxIdsOf(store: ObjectStore, customer: string): Objects['tax_id'][] {
  return store.all('tax_id', (each) => each.customer === customer)
}
