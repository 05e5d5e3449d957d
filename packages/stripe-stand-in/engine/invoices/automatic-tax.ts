import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'
import { invalidRequest } from '../../store/stripe-api-error.ts'
import { collectsTax, isTaxLocation, taxOf, type Tax } from '../amounts/tax-rates.ts'
import type { Taken } from '../amounts/discount-amounts.ts'
import type { Planned } from './invoice-lines.ts'

type Invoice = Objects['invoice']
type Subscription = Objects['subscription']

/** Stripe Tax of one invoice: the tax of each line, and the fields that say so. */
type InvoiceTax = { taxes: (Tax | null)[]; fields: Pick<Invoice, 'automatic_tax' | 'total_taxes'> }

/** Without a location that Stripe knows, the invoice goes out without tax and says why, as at a renewal. */
export function taxInvoice(
  subscription: Subscription | null,
  { address }: Objects['customer'],
  lines: readonly Planned[],
  taken: readonly Taken[][],
): InvoiceTax {
  const none = lines.map(() => null)
  if (!subscription?.automatic_tax.enabled) return { taxes: none, fields: { automatic_tax: OFF, total_taxes: [] } }
  if (!isTaxLocation(address)) {
    const automatic_tax = { ...OFF, disabled_reason: 'finalization_requires_location_inputs' as const }
    return { taxes: none, fields: { automatic_tax, total_taxes: [] } }
  }
  const taxes = lines.map(({ amount, price }, index) => {
    const off = (taken[index] ?? []).reduce((sum, each) => sum + each.amount, 0)
    return taxOf(amount - off, price?.tax_behavior === 'exclusive' ? 'exclusive' : 'inclusive', address.country)
  })
  return { taxes, fields: { automatic_tax: ON, total_taxes: totalTaxes(taxes) } }
}

/** Sums up what the taxes add to the lines' own amounts. */
export function addedBy(taxes: readonly (Tax | null)[]): number {
  return taxes.reduce((sum, tax) => sum + (tax?.behavior === 'exclusive' ? tax.amount : 0), 0)
}

export function sumOf(taxes: readonly (Tax | null)[]): number {
  return taxes.reduce((sum, tax) => sum + (tax?.amount ?? 0), 0)
}

export function printTax({ amount, behavior, taxable, country }: Tax) {
  return {
    amount,
    tax_behavior: behavior,
    tax_rate_details: { tax_rate: `txr_standard_${country.toLowerCase()}` },
    taxability_reason: 'standard_rated' as const,
    taxable_amount: taxable,
    type: 'tax_rate_details' as const,
  }
}

/** One entry for each behavior, because a customer has one country. */
function totalTaxes(taxes: readonly (Tax | null)[]): NonNullable<Invoice['total_taxes']> {
  return (['inclusive', 'exclusive'] as const).flatMap((behavior) => {
    const same = taxes.filter((tax) => tax !== null).filter((tax) => tax.behavior === behavior)
    const [first] = same
    if (!first) return []
    const taxable = same.reduce((sum, tax) => sum + tax.taxable, 0)
    return [printTax({ ...first, amount: sumOf(same), taxable })]
  })
}

const OFF: Invoice['automatic_tax'] = {
  disabled_reason: null,
  enabled: false,
  liability: null,
  provider: null,
  status: null,
}
const ON: Invoice['automatic_tax'] = {
  ...OFF,
  enabled: true,
  liability: { type: 'self' },
  provider: 'stripe',
  status: 'complete',
}

/** The subscription's own field. Throws 400 if Stripe cannot tax it: an unknown place, or a price without a behavior. */
export function automaticTax(
  store: ObjectStore,
  customer: string,
  enabled: boolean,
): Pick<Subscription, 'automatic_tax'> {
  if (!enabled) return { automatic_tax: { disabled_reason: null, enabled: false, liability: null } }
  requireTaxLocation(store.require('customer', customer).address)
  return { automatic_tax: { disabled_reason: null, enabled: true, liability: { type: 'self' } } }
}

/** The customer's `tax`, which responses include on request. */
export function customerTax(address: Objects['customer']['address']): NonNullable<Objects['customer']['tax']> {
  const none = { automatic_tax: 'unrecognized_location', ip_address: null, location: null, provider: 'stripe' } as const
  if (!isTaxLocation(address)) return none
  const { country, state } = address
  return {
    ...none,
    automatic_tax: collectsTax(country) ? 'supported' : 'not_collecting',
    location: { country, source: 'billing_address', state },
  }
}

export function requireTaxLocation(address: Objects['customer']['address']): void {
  if (isTaxLocation(address)) return
  const message =
    "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax."
  throw invalidRequest(message, { code: 'customer_tax_location_invalid' })
}

export function requireTaxBehavior({ automatic_tax, items }: Pick<Subscription, 'automatic_tax' | 'items'>): void {
  if (!automatic_tax.enabled) return
  const index = items.data.findIndex(({ price }) => (price.tax_behavior ?? 'unspecified') === 'unspecified')
  if (index < 0) return
  const message = `You must set a \`tax_behavior\` on the price ${items.data[index]?.price.id} to use automatic tax.`
  throw invalidRequest(message, { param: `items[${index}][price]` })
}
