import { expect, test } from 'vitest'
import { DAY } from '../../contract/shared/durations.ts'
import { readInvoice } from '../overview/read-invoice.ts'
import { readBilling } from '../overview/read-billing.ts'
import { bankDecides, disputeAtBank, refundAtStripe } from '../testing/reversed-payments.fixture.ts'
import { aSubscriber, cardGoesBad, pass, type Subscriber } from '../testing/subscribed-user.fixture.ts'
import { proUpgradeDetails } from './pro-upgrade-details.ts'
import { upgradePlan } from './upgrade-plan.ts'

/** A year of Pro at $27.99, bought 39 days ago. */
const aYear = async (given = {}) =>
  pass(await aSubscriber({ price: 'price_intermediate_pro_year', coupon: 'welcome20', ...given }), 39 * DAY)
/** The amount that Stripe takes off for the rest of that year. */
const UNUSED = 2500
const REST_OF_PRO_PLUS = 8931

/** Upgrades as shown, and returns what was charged, in cents. */
async function upgraded(world: Subscriber): Promise<number> {
  await upgradePlan(world.ctx, await proUpgradeDetails(world.ctx))
  const [newest] = (await readBilling(world.ctx)).invoices
  return newest?.amount_paid ?? 0
}

test('takes off nothing of a payment that was refunded in full', async () => {
  const world = await aYear()
  await refundAtStripe(world)
  const details = await proUpgradeDetails(world.ctx)
  expect(details).toMatchObject({ charged: REST_OF_PRO_PLUS, credit: UNUSED, taken_back: UNUSED })
  expect(details.amount_today).toBe(REST_OF_PRO_PLUS)
  expect(await upgraded(world)).toBe(REST_OF_PRO_PLUS)
})

test('takes off what is left after a refund of a part', async () => {
  const world = await aYear()
  await refundAtStripe(world, 2000)
  expect(await proUpgradeDetails(world.ctx)).toMatchObject({ credit: UNUSED, taken_back: 2000 })
  expect(await upgraded(world)).toBe(REST_OF_PRO_PLUS - (UNUSED - 2000))
})

test.each([
  ['open', UNUSED],
  ['lost', UNUSED],
  ['won', 0],
] as const)('counts a dispute that is %s', async (state, taken_back) => {
  const world = await aYear()
  const dispute = disputeAtBank(world)
  if (state !== 'open') await bankDecides(world, dispute, state)
  expect(await proUpgradeDetails(world.ctx)).toMatchObject({ credit: UNUSED, taken_back })
  expect(await upgraded(world)).toBe(REST_OF_PRO_PLUS - UNUSED + taken_back)
})

test('no lasting discount lowers what is taken back', async () => {
  const world = await pass(await aSubscriber({ coupon: 'forever10' }), 15 * DAY)
  await refundAtStripe(world)
  const { charged, credit, taken_back, amount_today } = await proUpgradeDetails(world.ctx)
  expect(taken_back).toBe(credit)
  expect(amount_today).toBe(charged - Math.round(charged / 10))
  expect(await upgraded(world)).toBe(amount_today)
})

test('refuses the amount shown before a refund, and charges nothing', async () => {
  const world = await aYear()
  const shown = await proUpgradeDetails(world.ctx)
  await refundAtStripe(world, 500)
  await expect(upgradePlan(world.ctx, shown)).rejects.toMatchObject({ detail: { attribute: 'amount_today' } })
  expect((await readBilling(world.ctx)).invoices).toHaveLength(1)
})

test('a declined card leaves nothing to take back behind', async () => {
  const world = await aYear()
  await refundAtStripe(world)
  await cardGoesBad(world)
  await expect(upgraded(world)).rejects.toMatchObject({ code: 'card_declined' })
  expect((await world.shop.stripe.invoiceItems.list({ customer: world.customer })).data).toEqual([])
  await cardGoesBad(world, 'good')
  expect(await upgraded(world)).toBe(REST_OF_PRO_PLUS)
})

test('the receipt names what was taken back', async () => {
  const world = await aYear()
  await refundAtStripe(world, 2000)
  await upgraded(world)
  const [newest] = (await readBilling(world.ctx)).invoices
  const { lines } = await readInvoice(world.ctx, newest?.id ?? '')
  expect(lines).toContainEqual(expect.objectContaining({ description: 'Already refunded or disputed', amount: 2000 }))
})
