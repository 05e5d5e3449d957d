import { expect } from 'vitest'
import type { Objects } from '../../../packages/stripe-stand-in/index.ts'
import { REFUND_OF } from '../reversals/read-reversals.ts'
import { planCreditRefunds } from '../credit/read-credit.ts'
import { credit_refunds } from '../../db/schema/credit.ts'
import type { BillingFixture } from '../testing/billing.fixture.ts'
import { isLive } from './play-history.fixture.ts'

type Customer = Objects['customer']

/** Holds once nothing changes anymore. Amounts in cents; a negative balance is credit. */
export async function creditIsRight(shop: BillingFixture): Promise<void> {
  for (const customer of shop.emulator.store.all('customer')) {
    refundsLeftTheBalance(shop, customer)
    endedInvoicesHoldNoCredit(shop, customer)
    // Stripe itself carries over only what is too small to charge.
    expect(customer.balance, `what ${customer.id} owes beside invoices`).toBeLessThan(50)
    await nothingWaitsForRefund(shop, customer)
  }
}

/** An unpaid invoice of an ended plan keeps no credit. */
function endedInvoicesHoldNoCredit({ emulator: { store } }: BillingFixture, { id }: Customer): void {
  if (store.all('subscription', ({ customer, status }) => customer === id && isLive(status)).length > 0) return
  const holding = store.all(
    'invoice',
    ({ customer, status, starting_balance, ending_balance }) =>
      customer === id && status === 'open' && (ending_balance ?? 0) > starting_balance && starting_balance < 0,
  )
  expect(
    holding.map((invoice) => invoice.id),
    `open invoices that hold credit of ${id}`,
  ).toEqual([])
}

/** Each refund was made once, and as much is off the balance as is on its way to cards. */
function refundsLeftTheBalance({ emulator: { store } }: BillingFixture, { id }: Customer): void {
  const refunds = store.all(
    'refund',
    ({ customer, metadata }) => customer === id && metadata?.[REFUND_OF] !== undefined,
  )
  expect(new Set(refunds.map(({ metadata }) => metadata?.[REFUND_OF])).size, 'refunds').toBe(refunds.length)
  const entries = store.all(
    'customer_balance_transaction',
    ({ customer, metadata }) => customer === id && metadata?.[REFUND_OF] !== undefined,
  )
  const sent = refunds.filter(({ status }) => status !== 'failed')
  expect(sumOf(entries), `what the refunds of ${id} took off its balance`).toBe(sumOf(sent))
}

function sumOf(moved: readonly { amount: number }[]): number {
  return moved.reduce((sum, { amount }) => sum + amount, 0)
}

/** Without a plan no unused time is left that a card could take, except what a bank gave back. */
async function nothingWaitsForRefund(shop: BillingFixture, { id }: Customer): Promise<void> {
  const live = shop.emulator.store.all('subscription', ({ customer, status }) => customer === id && isLive(status))
  if (live.length > 0) return
  const rows = await shop.ctx.db.select().from(credit_refunds)
  if (rows.some(({ customer, state }) => customer === id && state === 'returned')) return
  const customer = await shop.stripe.customers.retrieve(id)
  const plan = customer.deleted ? null : await planCreditRefunds(shop.stripe, customer)
  expect(plan?.refunds ?? [], `what waits for a refund to ${id}`).toEqual([])
}
