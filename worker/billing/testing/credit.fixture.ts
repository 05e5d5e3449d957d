import type { Objects } from '../../../packages/stripe-stand-in/index.ts'
import { DAY } from '../../contract/shared/durations.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { aSubscriber, pass, theirPlan, type Subscriber } from './subscribed-user.fixture.ts'

/** A year of Pro that changed to monthly on its eleventh day, as it once could: $30 of credit, one charge of $34.99. */
export async function aSwitcher(given: Parameters<typeof aSubscriber>[0] = {}): Promise<Subscriber> {
  return switchToMonths(await aSubscriber({ price: 'price_intermediate_pro_year', ...given }))
}

export async function switchToMonths(yearly: Subscriber): Promise<Subscriber> {
  const world = await pass(yearly, 10 * DAY)
  await changeAtStripe(world, 'price_intermediate_pro_month')
  await world.shop.deliver()
  return world
}

/** Changes the price now, and credits unused time. */
export async function changeAtStripe(world: Subscriber, price: string): Promise<void> {
  const [item] = (await theirPlan(world)).items.data
  await world.shop.stripe.subscriptions.update(world.subscription, {
    items: [{ id: item?.id ?? '', price }],
    proration_behavior: 'always_invoice',
  })
  await syncCustomer(world.shop.ctx, world.customer)
}

/** Ends the plan at Stripe, and works on the events and the queue. */
export async function endPlan({ shop, subscription }: Subscriber): Promise<void> {
  await shop.stripe.subscriptions.cancel(subscription)
  await shop.deliver()
}

/** In cents; negative is credit. */
export async function balanceOf({ shop, customer }: Pick<Subscriber, 'shop' | 'customer'>): Promise<number> {
  const found = await shop.stripe.customers.retrieve(customer)
  return found.deleted ? 0 : found.balance
}

/** The refunds at Stripe that did not fail, newest first. */
export function refundsOf({ shop, customer }: Pick<Subscriber, 'shop' | 'customer'>): Objects['refund'][] {
  return shop.emulator.store.all('refund', (each) => each.customer === customer && each.status !== 'failed')
}
