import { expect, test } from 'vitest'
import { MINUTE } from '../../contract/shared/durations.ts'
import { aSubscriber } from '../testing/subscribed-user.fixture.ts'
import { newestCharge, live, mails } from './money-mails.fixture.ts'

test('each refund is mailed once, with the payment it is from', async () => {
  const world = await aSubscriber()
  const charge = await newestCharge(world)
  for (const amount of [100, 249]) {
    await world.shop.stripe.refunds.create({ charge, amount })
    await live(world.shop, MINUTE)
  }
  expect(mails(world.shop, 'refunded').map(({ subject }) => subject)).toEqual([
    'Your refund from Switchyard: $1.00',
    'Your refund from Switchyard: $2.49',
  ])
  const [first] = mails(world.shop, 'refunded')
  expect(first?.text).toContain('We refunded $1.00 of your payment of $3.49 on March 1, 2026.')
  expect(first?.text).toContain('It goes to your Visa ending in 4242.')
  expect(first?.text).toMatch(/billing\/invoices\/in_\w+/)
})

test('a refund whose invoice is found only later is mailed once', async () => {
  const world = await aSubscriber()
  const { shop } = world
  const charge = await newestCharge(world)
  const payments = shop.emulator.store.all('invoice_payment')
  for (const { id } of payments) shop.emulator.store.remove('invoice_payment', id)
  await shop.stripe.refunds.create({ charge, amount: 100 })
  await live(shop, MINUTE)
  for (const each of payments) shop.emulator.store.put('invoice_payment', each)
  await shop.stripe.refunds.create({ charge, amount: 200 })
  await live(shop, MINUTE)
  expect(mails(shop, 'refunded')).toHaveLength(2)
})
