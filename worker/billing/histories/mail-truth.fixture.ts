import { expect } from 'vitest'
import { formatPrice } from '../../contract/billing/price-format.ts'
import { subscriptions } from '../../db/schema/billing.ts'
import { money_mails } from '../../db/schema/money-mails.ts'
import type { BillingFixture } from '../testing/billing.fixture.ts'

/**
 * Each paid invoice has one receipt, with the amount that was charged, or a statement, and no other has one; each mail that was
 * noted went out once, is no longer true, or waits for a bank.
 */
export async function expectMailTruth({ ctx, emulator, mailed }: BillingFixture): Promise<void> {
  const rows = await ctx.db.select().from(money_mails)
  const receipts = rows.filter(({ kind }) => kind === 'receipt')
  const paid = emulator.store.all('invoice', ({ status }) => status === 'paid')
  expect(receipts.map(({ subject }) => subject).toSorted(), 'invoices with a receipt').toEqual(
    paid.map(({ id }) => id).toSorted(),
  )
  for (const { id, total, amount_paid, currency } of paid) {
    const mail = mailed.get(receipts.find(({ subject }) => subject === id)?.id ?? '')
    const named = amount_paid > 0 ? formatPrice(amount_paid, currency) : 'statement'
    if (total !== 0) expect(mail?.subject, `the receipt of ${id}`).toContain(named)
  }
  // A crash after queueing leaves a mail open, and what it says may not be true anymore when it is looked at again.
  const isSent = ({ id, outcome, attempts }: (typeof rows)[number]) =>
    outcome === 'queued' || (outcome === 'dropped' && attempts > 1 && mailed.has(id))
  const sent = rows.filter(isSent).map(({ id }) => id)
  expect([...mailed.keys()].toSorted(), 'mails that went out').toEqual(sent.toSorted())
  await expectOpenMailsWait(ctx, rows)
}

async function expectOpenMailsWait(
  { db }: BillingFixture['ctx'],
  rows: readonly (typeof money_mails.$inferSelect)[],
): Promise<void> {
  const held = await db.select().from(subscriptions)
  for (const { kind, subscription, outcome } of rows) {
    if (outcome !== null) continue
    const waiting = held.find(({ stripe_subscription_id }) => stripe_subscription_id === subscription)
    expect([kind, waiting?.card_authenticated], `a mail of ${subscription} that is still open`).toEqual([
      'receipt',
      false,
    ])
  }
}
