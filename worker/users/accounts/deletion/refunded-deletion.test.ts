/** @module-tag long */
import { expect, test, vi } from 'vitest'
import { readBilling } from '../../../billing/overview/read-billing.ts'
import { upgradePlan } from '../../../billing/change-plan/upgrade-plan.ts'
import { proUpgradeDetails } from '../../../billing/change-plan/pro-upgrade-details.ts'
import {
  bankDecides,
  chargesOf,
  disputeAtBank,
  refundAtStripe,
} from '../../../billing/testing/reversed-payments.fixture.ts'
import { refundsOf } from '../../../billing/testing/credit.fixture.ts'
import { cardGoesBad, pass, theirPlan, type Subscriber } from '../../../billing/testing/subscribed-user.fixture.ts'
import { DAY } from '../../../contract/shared/durations.ts'
import { anOwner, deleteAccount, deletionOf, passSevenDays } from './deleted-account.fixture.ts'
import { readDeletionOffer } from './read-deletion-offer.ts'
import { undoDeletion } from './undo-deletion.ts'

/** A year of Pro for $34.99, of which 358 days are left on the day of a deletion. */
const aYear = () => anOwner({ price: 'price_intermediate_pro_year' })
const UNUSED = 3432

/** Sums up what we refunded of unused time, in cents. */
const unusedRefunds = (world: Subscriber) =>
  refundsOf(world)
    .filter(({ metadata }) => metadata?.['credit_refund'] !== undefined)
    .reduce((sum, { amount }) => sum + amount, 0)
/** Sums up what the page offers to refund to cards, in cents. */
async function offered({ ctx }: Pick<Subscriber, 'ctx'>): Promise<number> {
  const { credit } = await readDeletionOffer(ctx)
  return credit === null || credit === 'unknown' ? 0 : credit.refunds.reduce((sum, { amount }) => sum + amount, 0)
}
const mailOf = ({ ctx }: Subscriber) => ctx.mails().find(({ template }) => template === 'account_deletion')?.text

test('page, mail and refund name the same amount of a year', async () => {
  const world = await aYear()
  expect(await offered(world)).toBe(UNUSED)
  await deleteAccount(world)
  expect(mailOf(world)).toContain('When Switchyard Pro ends, we refund $34.32 to your Visa ending in 4242.')
  await passSevenDays(world)
  expect(unusedRefunds(world)).toBe(UNUSED)
})

test.each([
  [2000, UNUSED - 2000],
  [3499, 0],
])('refunds of a year what was not refunded before: %i cents', async (before, refund) => {
  const world = await aYear()
  await refundAtStripe(world, before)
  expect(await offered(world)).toBe(refund)
  await deleteAccount(world)
  await passSevenDays(world)
  expect(await deletionOf(world)).toMatchObject({ done_at: expect.any(Number) })
  expect(unusedRefunds(world)).toBe(refund)
})

test('refunds nothing of a year that is disputed', async () => {
  const world = await aYear()
  disputeAtBank(world)
  expect(await offered(world)).toBe(0)
  await deleteAccount(world)
  await passSevenDays(world)
  expect(unusedRefunds(world)).toBe(0)
  expect(await deletionOf(world)).toMatchObject({ done_at: expect.any(Number) })
})

test('a won dispute counts as paid, and an operator refunds the rest', async () => {
  const world = await aYear()
  await bankDecides(world, disputeAtBank(world), 'won')
  expect((await readDeletionOffer(world.ctx)).credit).toMatchObject({ refunds: [], unplaced: UNUSED })
  await deleteAccount(world)
  expect(mailOf(world)).toContain('No card can take back $34.32. Contact support to get it another way.')
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  await passSevenDays(world)
  // Stripe refuses to refund a charge that was disputed.
  expect(told.mock.calls.flat().join()).toContain(`"amount":${UNUSED}`)
  told.mockRestore()
})

test('an upgrade that took a refund back is not taken back again', async () => {
  const world = await pass(await aYear(), 30 * DAY)
  await refundAtStripe(world)
  const details = await proUpgradeDetails(world.ctx)
  await upgradePlan(world.ctx, details)
  const refund = await offered(world)
  // The refund was more than what was unused of Pro; the rest of it is taken off here.
  const rest = 3499 - details.taken_back
  expect(refund).toBe(Math.round((details.charged * (365 - 37)) / (365 - 30)) - rest)
  await deleteAccount({ ...world, ctx: await world.shop.as(world.user) })
  await passSevenDays(world)
  expect(unusedRefunds(world)).toBe(refund)
})

test('without Stripe the page names no amount', async () => {
  const world = await aYear()
  world.shop.emulator.control.fail({ kind: '500', times: 50 })
  expect((await readDeletionOffer(world.ctx)).credit).toBe('unknown')
})

test('an unpaid plan ends at once and nothing more is collected', async () => {
  const world = await pastDue()
  expect(await readDeletionOffer(world.ctx)).toMatchObject({ plan: { name: 'Pro', ends_now: true }, credit: null })
  await deleteAccount(world)
  expect((await theirPlan(world)).status).toBe('canceled')
  expect(mailOf(world)).toContain("Switchyard Pro has ended, and you won't be charged again.")
  expect(mailOf(world)).not.toContain('everything back')
  const charged = chargesOf(world).length
  // A good card would pay the next try.
  const { id } = await world.shop.stripe.paymentMethods.attach('pm_card_visa', { customer: world.customer })
  const invoice_settings = { default_payment_method: id }
  await world.shop.stripe.customers.update(world.customer, { invoice_settings })
  for (let day = 0; day < 6; day++) world.shop.wait(DAY)
  expect(chargesOf(world)).toHaveLength(charged)
  const [invoice] = world.shop.emulator.store.all('invoice')
  expect(invoice?.status).toBe('void')
})

test('undoing brings the account back without the unpaid plan', async () => {
  const world = await pastDue()
  await deleteAccount(world)
  const again = await world.shop.as(world.user)
  await undoDeletion(again, {})
  expect(await readBilling(again)).toMatchObject({ tier: 'free', next_charge: null })
})

async function pastDue() {
  const world = await anOwner()
  await cardGoesBad(world)
  return { ...world, ...(await pass(world, 32 * DAY)) }
}
