import { vi } from 'vitest'
import type { OnceOverTrial } from '../../../packages/stripe-stand-in/index.ts'
import { DAY, HOUR } from '../../contract/shared/durations.ts'
import { trial_promotions } from '../../db/schema/trial-promotions.ts'
import { subscribe } from '../subscribe/subscribe.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { aBillingFixture, anOrder, type BillingFixture, type Card } from '../testing/billing.fixture.ts'

type Given = { once?: OnceOverTrial; code?: string; yearly?: boolean; card?: Card; lost?: boolean }

/** A trial of Pro with a promotion code. `lost`: Stripe fails while the promotion is given. */
export async function aPromisedTrial({ once = 'kept', code = 'WELCOME20', yearly = false, card, lost }: Given = {}) {
  const shop = await aBillingFixture({ onceOverTrial: once })
  const user = await shop.customer()
  const price_type = yearly ? ('yearly' as const) : ('monthly' as const)
  const order = await anOrder(shop, { promo_code: code, trial: true, price_type, ...(card && { card }) })
  if (lost) shop.emulator.control.fail({ kind: 'drop', on: 'POST /v1/subscriptions/*' })
  const answer = await subscribe(await shop.as(user), order, { key: 'a' })
  const [customer] = shop.emulator.store.all('customer')
  return { shop, user, order, answer, id: answer.subscription_id, customer: customer?.id ?? '' }
}
export type PromisedTrial = Awaited<ReturnType<typeof aPromisedTrial>>

/** Time passes a day at a time, and all events arrive. */
export async function days(shop: BillingFixture, count: number): Promise<void> {
  for (let day = 0; day < count; day++) {
    shop.wait(DAY)
    await shop.deliver()
  }
}

/** The trial ends, and its first invoice is charged an hour later. */
export async function untilFirstPayment({ shop }: PromisedTrial): Promise<void> {
  await days(shop, 7)
  shop.wait(2 * HOUR)
  await shop.deliver()
}

/** Lists the amounts that the card was charged, oldest first, in cents. */
export function charges({ shop }: Pick<PromisedTrial, 'shop'>): number[] {
  const paid = shop.emulator.store.all('charge', ({ status }) => status === 'succeeded')
  return paid.map(({ amount }) => amount).toReversed()
}

export function credits({ shop }: PromisedTrial): number[] {
  return shop.emulator.store
    .all('customer_balance_transaction', ({ type }) => type === 'adjustment')
    .map(({ amount }) => -amount)
}

export const sync = ({ shop, customer }: PromisedTrial) => syncCustomer(shop.ctx, customer)

export async function promotionStates({ shop }: Pick<PromisedTrial, 'shop'>): Promise<string[]> {
  return (await shop.ctx.db.select().from(trial_promotions)).map(({ state }) => state)
}

/** Collects what operators are told from now on. */
export function alerts(): () => string[] {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  return () => said.mock.calls.map(([line]) => String(line)).flatMap((line) => /promotion_\w+/.exec(line) ?? [])
}
