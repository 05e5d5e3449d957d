/** @module-tag long */
import { expect, test } from 'vitest'
import { mails } from '../mails/money-mails.fixture.ts'
import { chargesOf } from '../testing/reversed-payments.fixture.ts'
import { refundsOf, switchToMonths } from '../testing/credit.fixture.ts'
import { cardGoesBad, pass, type Subscriber } from '../testing/subscribed-user.fixture.ts'
import { DAY, HOUR, MINUTE } from '../../contract/shared/durations.ts'
import { anOwner, deleteAccount, passSevenDays } from '../../users/accounts/deletion/deleted-account.fixture.ts'
import { readDeletionOffer } from '../../users/accounts/deletion/read-deletion-offer.ts'
import { undoDeletion } from '../../users/accounts/deletion/undo-deletion.ts'

const mailOf = ({ ctx }: Subscriber) => ctx.mails().find(({ template }) => template === 'account_deletion')?.text
const visa = { brand: 'visa', last4: '4242' }

test('earlier credit for unused time is named as it is refunded', async () => {
  const owner = await anOwner({ price: 'price_intermediate_pro_year' })
  const world = await switchToMonths(owner)
  await world.shop.stripe.customers.createBalanceTransaction(world.customer, { amount: -500, currency: 'usd' })
  const { credit, time_left } = await readDeletionOffer(world.ctx)
  expect([credit, time_left]).toMatchObject([{ kept: 500, refunds: [{ card: visa }], unplaced: 0 }, true])
  await deleteAccount(world)
  const [, sum] = /When Switchyard Pro ends, we refund \$(\d+\.\d\d) to your Visa/.exec(mailOf(world) ?? '') ?? []
  expect(mailOf(world)).toContain('$5.00 of credit was given to you and is lost with your account.')
  await passSevenDays(world)
  expect(refundsOf(world).map(({ amount }) => (amount / 100).toFixed(2))).toEqual([sum])
  // The receipt opens for nobody anymore.
  const refunded = mails(world.shop, 'refunded').map(({ text }) => text)
  expect(refunded).toEqual([expect.not.stringContaining('See the receipt')])
})

test('a month that is lost is named so', async () => {
  const world = await anOwner()
  await deleteAccount(world)
  expect(mailOf(world)).toContain('What is left of Switchyard Pro ends without a refund.')
})

test('a plan that ends before its account has no time left', async () => {
  const world = await anOwner({ trial: 3 })
  expect((await readDeletionOffer(world.ctx)).time_left).toBe(false)
  await deleteAccount(world)
  expect(mailOf(world)).not.toContain('refund')
})

test('the charge that is due already is named, and is the last', async () => {
  const world = await inTheHour('price_intermediate_pro_month', 31)
  expect(await readDeletionOffer(world.ctx)).toMatchObject({ next_charge: { amount: 349 }, credit: null })
  await deleteAccount(world)
  expect(mailOf(world)).toContain(
    'Switchyard Pro does not renew on May 1, 2026. $3.49 for it is still due, and nothing after that. It ends with your account on April 8, 2026.',
  )
  const before = chargesOf(world).length
  await passSevenDays(world)
  expect(chargesOf(world)).toHaveLength(before + 1)
})

test('a year whose charge is due has no amount yet', async () => {
  const world = await inTheHour('price_intermediate_pro_year', 365)
  expect((await readDeletionOffer(world.ctx)).credit).toBe('unknown')
  await deleteAccount(world)
  expect(mailOf(world)).toContain('$34.99 for it is still due, and nothing after that.')
  expect(mailOf(world)).toContain('Unused time of a year, and credit for it, is refunded to the card that paid.')
  await pass(world, HOUR)
  await passSevenDays(world)
  expect(refundsOf(world)).toMatchObject([{ amount: expect.any(Number) }])
})

test('an account that is back hears that its plan has ended', async () => {
  const owner = await anOwner()
  await cardGoesBad(owner)
  const world = await pass(owner, 32 * DAY)
  await deleteAccount(world)
  const again = await world.shop.as(world.user)
  await undoDeletion(again, {})
  await again.settled()
  expect(again.mails().at(-1)?.text).toContain(
    "Switchyard Pro ended on April 2, 2026, and you won't be charged for it again.",
  )
})

/** A plan that has renewed, whose charge follows within the hour. */
async function inTheHour(price: string, days: number): Promise<Subscriber> {
  const owner = await anOwner({ price })
  return pass(owner, days * DAY + MINUTE)
}
