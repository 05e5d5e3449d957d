/** @module-tag long */
import { expect, test } from 'vitest'
import { readBilling } from '../overview/read-billing.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { interruptedAtEachCall } from '../testing/crash-point.fixture.ts'
import { aSubscriber, theirPlan, type Subscriber } from '../testing/subscribed-user.fixture.ts'
import { cancelPlan, resumePlan } from './cancel-plan.ts'

async function aCanceledSubscriber(): Promise<Subscriber> {
  const world = await aSubscriber()
  await cancel(world)
  return world
}

async function cancel({ ctx }: Subscriber) {
  return cancelPlan(ctx, { last_day: (await readBilling(ctx)).plan?.last_day ?? 0 })
}

test.each([
  { verb: 'cancels', make: aSubscriber, press: cancel, canceled: true },
  { verb: 'resumes', make: aCanceledSubscriber, press: ({ ctx }: Subscriber) => resumePlan(ctx), canceled: false },
])('$verb whenever events of the same customer arrive', async ({ make, press, canceled }) => {
  const calls = await interruptedAtEachCall(
    make,
    press,
    ({ shop, customer }) => Promise.all([shop.deliver(), syncCustomer(shop.ctx, customer)]),
    async (world) => {
      expect((await theirPlan(world)).cancel_at_period_end).toBe(canceled)
      expect((await readBilling(world.ctx)).plan?.ends_at === null).toBe(!canceled)
    },
  )
  expect(calls).toBeGreaterThan(10)
})
