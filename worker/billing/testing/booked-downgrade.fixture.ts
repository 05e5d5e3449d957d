import type { Billing } from '../../contract/billing/billing-overview.ts'
import { previewDowngrade } from '../downgrade/preview-downgrade.ts'
import { bookDowngrade } from '../downgrade/book-downgrade.ts'
import { DAY } from '../../contract/shared/durations.ts'
import { aSubscriber, pass, theirPlan, type Subscriber } from './subscribed-user.fixture.ts'

type Given = Parameters<typeof aSubscriber>[0]

/** Ten days into a month of Pro+. */
export async function aPlusSubscriber(given: Given = {}): Promise<Subscriber> {
  const world = await aSubscriber({ price: 'price_pro_month', ...given })
  return given.trial ? world : pass(world, 10 * DAY)
}

/** Books what the page shows. */
export async function book({ ctx }: Pick<Subscriber, 'ctx'>): Promise<Billing> {
  const { at, price, first_charge } = await previewDowngrade(ctx)
  return bookDowngrade(ctx, { at, price, first_charge })
}

/** A Pro+ subscriber whose plan changes to Pro at the end of the month. */
export async function aBookedSubscriber(given: Given = {}): Promise<Subscriber> {
  const world = await aPlusSubscriber(given)
  await book(world)
  return world
}

/** What Stripe has: the price that runs, the schedule, and the discounts. */
export async function priceAndSchedule(
  world: Pick<Subscriber, 'shop' | 'subscription'>,
): Promise<{ price: string | undefined; scheduled: boolean; discounts: number; status: string }> {
  const { items, schedule, discounts, status } = await theirPlan(world)
  return { price: items.data[0]?.price.id, scheduled: schedule !== null, discounts: discounts.length, status }
}

/** Every cent that was paid, oldest first. */
export function paid({ shop }: Pick<Subscriber, 'shop'>): number[] {
  return shop.emulator.store
    .all('charge', (charge) => charge.paid)
    .map(({ amount }) => amount)
    .toReversed()
}
