import { expect } from 'vitest'
import { saveCompany } from '../company/save-company.ts'
import type { BillingFixture } from '../testing/billing.fixture.ts'
import { PARIS } from './company-steps.fixture.ts'
import { customersOf, type Players } from './play-history.fixture.ts'

/** Invoices charge the sum that their lines say: tax is a part of it, and never on top. */
export function taxIsPartOfTheSum({ emulator, ctx }: BillingFixture): void {
  for (const { id, total, subtotal, total_discount_amounts, total_taxes } of emulator.store.all('invoice')) {
    const off = (total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
    expect(total, `the total of ${id}`).toBe(subtotal - off)
    expect((total_taxes ?? []).filter(({ tax_behavior }) => tax_behavior !== 'inclusive')).toEqual([])
  }
  const created = emulator.store.all('subscription', ({ automatic_tax }) => !automatic_tax.enabled)
  if (ctx.settings.STRIPE_TAX) expect(created, 'subscriptions without Stripe Tax').toEqual([])
}

/** Saving once more finishes whatever a crash left open. */
export async function oneTaxIdEach(shop: BillingFixture, { users }: Players): Promise<void> {
  for (const user of users) {
    await saveCompany(await shop.as(user), PARIS)
    const customers = customersOf(shop.emulator.store, user)
    const theirs = shop.emulator.store.all('tax_id', ({ customer }) => customers.includes(String(customer)))
    expect(theirs.map(({ value }) => value)).toEqual([PARIS.tax_id])
  }
}
