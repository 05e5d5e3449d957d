import type { Billing } from '../../contract/billing/billing-overview.ts'
import type { BookablePrice, BookChange } from '../../contract/billing/booked-change.ts'
import { previewChange } from '../booked-change/preview-change.ts'
import { bookChange } from '../booked-change/book-change.ts'
import { DAY } from '../../contract/shared/durations.ts'
import { aSubscriber, pass, theirPlan, type Subscriber } from './subscribed-user.fixture.ts'

type Given = Parameters<typeof aSubscriber>[0]

/** Ten days into a month of Pro+. */
export async function aPlusSubscriber(given: Given = {}): Promise<Subscriber> {
  const world = await aSubscriber({ price: 'price_pro_month', ...given })
  return given.trial ? world : pass(world, 10 * DAY)
}

type Wanted = Pick<BookablePrice, 'plan' | 'interval'>

export const PRO_MONTHLY: Wanted = { plan: 'intermediate_pro', interval: 'month' }
export const PRO_YEARLY: Wanted = { plan: 'intermediate_pro', interval: 'year' }
export const PLUS_MONTHLY: Wanted = { plan: 'pro', interval: 'month' }
export const PLUS_YEARLY: Wanted = { plan: 'pro', interval: 'year' }

/** Previews a change as the page shows it and sends it back. */
export async function shown({ ctx }: Pick<Subscriber, 'ctx'>, wanted: Wanted = PRO_MONTHLY): Promise<BookChange> {
  const { plan, interval, at, price, first_charge } = await previewChange(ctx, wanted)
  return { plan, interval, at, price, first_charge }
}

/** Books what the page shows. */
export async function book(world: Pick<Subscriber, 'ctx'>, wanted: Wanted = PRO_MONTHLY): Promise<Billing> {
  return bookChange(world.ctx, await shown(world, wanted))
}

/** A Pro+ subscriber whose plan changes to Pro at the end of the month. */
export async function aBookedSubscriber(given: Given = {}): Promise<Subscriber> {
  const world = await aPlusSubscriber(given)
  await book(world)
  return world
}

/** Reads the state at Stripe: the price that runs, the schedule, and the discounts. */
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
