import type Stripe from 'stripe'
import type { Credit, CreditRefundPart } from '../../contract/billing/billing-overview.ts'
import { lostPayments } from '../reversals/lost-payments.ts'
import { INVOICE_PAYMENTS, readReversals } from '../reversals/read-reversals.ts'
import { splitCredit, withUnusedTime, type CreditParts, type Ledger } from './credit-ledger.ts'

const ALL = { limit: 1000 }

/** A refund of `amount` cents of one charge. */
type PlannedRefund = CreditRefundPart & { charge: string }

/** The use of a customer's credit if their plan ended now. Amounts in cents. */
export type CreditPlan = CreditParts & {
  currency: string
  refunds: PlannedRefund[]
  /** Unused time that no charge is left for. */
  unplaced: number
}

/** `without`: charges that cannot be refunded. `coming`: cents of unused time that becomes credit before. */
type Asked = { without?: readonly string[]; coming?: number; options?: Stripe.RequestOptions }

/** Null without credit. Throws what Stripe's client throws. */
export async function planCreditRefunds(
  stripe: Stripe,
  customer: Pick<Stripe.Customer, 'id' | 'balance' | 'currency'>,
  { without = [], coming = 0, options = {} }: Asked = {},
): Promise<CreditPlan | null> {
  const { id, currency } = customer
  const balance = customer.balance - coming
  if (balance >= 0 || !currency) return null
  const [ledger, charges] = await Promise.all([
    readLedger(stripe, id, options),
    stripe.charges.list({ customer: id, limit: 100 }, options).autoPagingToArray(ALL),
  ])
  // The balance decides: it may have moved since, or have older entries than were read.
  const unused = Math.min(-balance, splitCredit(withUnusedTime(ledger, coming)).unused)
  const refunds: PlannedRefund[] = []
  let unplaced = unused
  for (const charge of charges) {
    if (charge.currency !== currency || without.includes(charge.id)) continue
    const amount = Math.min(unplaced, leftOf(charge))
    if (amount === 0) continue
    const { card } = charge.payment_method_details ?? {}
    refunds.push({
      charge: charge.id,
      amount,
      card: card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null,
    })
    unplaced -= amount
  }
  return { unused, kept: -balance - unused, currency, refunds, unplaced }
}

/** All that a customer's credit came from. Throws what Stripe's client throws. */
export async function readLedger(
  stripe: Stripe,
  customer: string,
  options: Stripe.RequestOptions = {},
): Promise<Ledger> {
  const paid = { customer, limit: 100, expand: [`data.${INVOICE_PAYMENTS}`] }
  const [entries, invoices] = await Promise.all([
    stripe.customers.listBalanceTransactions(customer, { limit: 100 }, options).autoPagingToArray(ALL),
    stripe.invoices.list(paid, options).autoPagingToArray(ALL),
  ])
  const { lostOf } = await readReversals(stripe, customer, invoices, options)
  return { entries: entries.toReversed(), invoices, lost: lostPayments(invoices, lostOf) }
}

/** Stripe refuses to refund a disputed charge, in whole or in part. */
function leftOf({ paid, disputed, amount_captured, amount_refunded }: Stripe.Charge): number {
  return paid && !disputed ? amount_captured - amount_refunded : 0
}

/** The customer's credit, as the billing page shows it. Null without credit. `isWaiting`: a refund is still to come. */
export async function readCredit(
  stripe: Stripe,
  customer: Stripe.Customer | Stripe.DeletedCustomer,
  isWaiting: () => Promise<boolean>,
  asked: Omit<Asked, 'without'> = {},
): Promise<Credit | null> {
  const plan = customer.deleted ? null : await planCreditRefunds(stripe, customer, asked)
  if (!plan) return null
  const { unused, kept, currency } = plan
  const refunds = plan.refunds.map(({ amount, card }) => ({ amount, card }))
  const shared = { amount: unused + kept, currency, kept }
  // A refund that a bank gave back, or Stripe refused, is not tried again.
  if (refunds.length > 0 && !(await isWaiting())) return { ...shared, refunds: [], unplaced: unused }
  return { ...shared, refunds, unplaced: plan.unplaced }
}
