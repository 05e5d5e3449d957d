/** @module-tag long */
import { expect, test } from 'vitest'
import { DAY, MINUTE } from '../../contract/shared/durations.ts'
import { proUpgradeDetails } from '../change-plan/pro-upgrade-details.ts'
import { upgradePlan } from '../change-plan/upgrade-plan.ts'
import { refundAtStripe } from '../testing/reversed-payments.fixture.ts'
import { aSubscriber, subscribed, type Subscriber } from '../testing/subscribed-user.fixture.ts'
import { aBillingFixture } from '../testing/billing.fixture.ts'
import { aBuyer, live, mails } from './money-mails.fixture.ts'

const giveCredit = ({ shop, customer }: Subscriber, cents: number) =>
  shop.stripe.customers.createBalanceTransaction(customer, { amount: -cents, currency: 'usd' })

/** A plan with a promotion that takes off the whole price. */
async function aGuest(given: Parameters<typeof subscribed>[1] = {}): Promise<Subscriber> {
  const shop = await aBillingFixture()
  await shop.stripe.coupons.create({ id: 'friends', name: 'FRIENDS', percent_off: 100, duration: 'forever' })
  return { shop, ...(await subscribed(shop, { coupon: 'friends', ...given })) }
}

/** To the days around the notice of a year's renewal. */
async function liveToNotice({ shop }: Pick<Subscriber, 'shop'>): Promise<void> {
  await live(shop, 330 * DAY)
  await live(shop, 10 * DAY, DAY)
}

const allText = ({ shop }: Pick<Subscriber, 'shop'>) =>
  mails(shop)
    .map(({ subject, text }) => `${subject}\n${text}`)
    .join('\n')

test('a period that credit pays gets a statement', async () => {
  const world = await aSubscriber()
  await world.shop.deliver()
  await giveCredit(world, 1000)
  await live(world.shop, 32 * DAY, DAY)
  const [, statement] = mails(world.shop, 'receipt')
  expect(statement?.subject).toBe('Your statement from Switchyard for Switchyard Pro')
  expect(statement?.text).toContain(
    'Your credit paid $3.49 for Switchyard Pro on April 1, 2026. Your card was not charged.',
  )
  expect(statement?.text).toContain('See the statement:')
  expect(allText(world)).not.toContain('$0.00')
})

test('cents that are too few to charge are named twice', async () => {
  const world = await aSubscriber()
  await world.shop.deliver()
  await giveCredit(world, 310)
  await live(world.shop, 65 * DAY, 5 * DAY)
  const [, left, taken] = mails(world.shop, 'receipt').map(({ text }) => text)
  expect(left).toContain('Your next payment takes the other $0.39, too little to charge alone.')
  expect(taken).toContain(
    'You paid $3.88 for Switchyard Pro on May 1, 2026. It includes $0.39 that was too little to charge alone before.',
  )
})

test('a period that costs nothing gets a statement', async () => {
  const world = await aGuest()
  await live(world.shop, 32 * DAY, DAY)
  const texts = mails(world.shop, 'receipt').map(({ text }) => text.split('\n\n')[1])
  expect(texts).toEqual([
    'You paid nothing for Switchyard Pro on March 1, 2026: FRIENDS took off the whole price.',
    'You paid nothing for Switchyard Pro on April 1, 2026: FRIENDS took off the whole price.',
  ])
  expect(mails(world.shop, 'receipt')[0]?.text).toContain('Your plan is Pro for free with FRIENDS.')
  expect(allText(world)).not.toContain('$0.00')
})

test('a first charge that credit pays is named so', async () => {
  const world = await aSubscriber({ trial: 7 })
  await giveCredit(world, 1000)
  await live(world.shop, 3 * DAY)
  await live(world.shop, 3 * DAY, DAY / 4)
  const [started] = mails(world.shop, 'receipt')
  const [ending] = mails(world.shop, 'trial_ending')
  expect(started?.text).toContain('Your trial ends on March 8, 2026, and on that day your credit pays for it.')
  expect(ending?.text).toContain('On that day your credit pays for it.')
  expect(allText(world)).not.toContain('$0.00')
})

test('a renewal that credit pays names no charge', async () => {
  const world = await aSubscriber({ price: 'price_intermediate_pro_year' })
  await giveCredit(world, 5000)
  await liveToNotice(world)
  const [renewal] = mails(world.shop, 'renewal')
  expect(renewal?.subject).toBe('Switchyard Pro renews on March 1, 2027')
  expect(renewal?.text).toContain('On that day your credit pays for it.')
  expect(allText(world)).not.toContain('$0.00')
})

test('the first receipt names a lasting promotion by name and amount', async () => {
  const { shop } = await aBuyer({ promo_code: 'FOREVER10' })
  expect(mails(shop)[0]?.text).toContain('Your plan is Pro for $3.14 a month with FOREVER10.')
  const { shop: other } = await aBuyer({ promo_code: 'THREE30' })
  expect(mails(other)[0]?.text).toContain(
    'Your plan is Pro for $2.44 a month with THREE30 until June 1, 2026, then $3.49 a month.',
  )
})

test('every later price is named with its promotion', async () => {
  const trial = await aSubscriber({ trial: 7, coupon: 'forever10' })
  await live(trial.shop, 3 * DAY)
  await live(trial.shop, 3 * DAY, DAY / 4)
  expect(mails(trial.shop, 'trial_ending')[0]?.text).toContain('your plan is Pro for $3.14 a month with FOREVER10')
  const yearly = await aSubscriber({ price: 'price_intermediate_pro_year', coupon: 'forever10' })
  await liveToNotice(yearly)
  expect(mails(yearly.shop, 'renewal')[0]?.text).toContain('Pro for $31.49 a year with FOREVER10')
  const upgraded = await aSubscriber({ coupon: 'forever10' })
  await live(upgraded.shop, MINUTE)
  const me = await upgraded.shop.as(upgraded.user)
  await upgradePlan(me, await proUpgradeDetails(me))
  await live(upgraded.shop, MINUTE)
  expect(mails(upgraded.shop, 'plan_changed')[0]?.subject).toBe(
    'Your Switchyard plan is now Pro+ for $8.99 a month with FOREVER10',
  )
})

test('a receipt names the plan of its invoice', async () => {
  const world = await aSubscriber()
  const me = await world.shop.as(world.user)
  await upgradePlan(me, await proUpgradeDetails(me))
  await live(world.shop, MINUTE)
  expect(mails(world.shop, 'receipt').map(({ text }) => text.split('\n\n')[1])).toEqual([
    'You paid $3.49 for Switchyard Pro on March 1, 2026.',
    expect.stringMatching(/^You paid \$6\.\d\d for Switchyard Pro\+ on March 1, 2026\.$/),
  ])
})

test('a receipt that takes a refund back names the new plan', async () => {
  const world = await aSubscriber()
  await world.shop.deliver()
  await refundAtStripe(world)
  const me = await world.shop.as(world.user)
  await upgradePlan(me, await proUpgradeDetails(me))
  await live(world.shop, MINUTE)
  expect(mails(world.shop, 'receipt').at(-1)?.text).toContain('You paid $9.99 for Switchyard Pro+ on March 1, 2026.')
})
