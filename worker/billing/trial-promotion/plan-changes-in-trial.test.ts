/** @module-tag long */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cancelPlan, resumePlan } from '../change-plan/cancel-plan.ts'
import { proUpgradeDetails } from '../change-plan/pro-upgrade-details.ts'
import { upgradePlan } from '../change-plan/upgrade-plan.ts'
import { changeCard } from '../overview/change-card.ts'
import { readBilling } from '../overview/read-billing.ts'
import { book, PRO_YEARLY } from '../testing/booked-change.fixture.ts'
import { aCard, TRIAL_COUPON_BEHAVIORS } from '../testing/billing.fixture.ts'
import {
  alerts,
  aPromisedTrial,
  charges,
  credits,
  days,
  promotionStates,
  untilFirstPayment,
  type PromisedTrial,
} from './promised-trial.fixture.ts'

afterEach(() => void vi.restoreAllMocks())

const me = ({ shop, user }: PromisedTrial) => shop.as(user)

async function cancel(world: PromisedTrial): Promise<void> {
  const { plan } = await readBilling(await me(world))
  await cancelPlan(await me(world), { last_day: plan?.last_day ?? null })
}

/** Upgrades to Pro+, and returns what the dialog named as the next payment. */
async function upgrade(world: PromisedTrial): Promise<number> {
  const { product_id, proration_date, amount_today, next_amount } = await proUpgradeDetails(await me(world))
  await upgradePlan(await me(world), { product_id, proration_date, amount_today })
  return next_amount
}

async function bookYear(world: PromisedTrial): Promise<void> {
  await book({ ctx: await me(world) }, PRO_YEARLY)
}

describe.each(TRIAL_COUPON_BEHAVIORS)('with a once-coupon that the trial’s invoice has %s', (once) => {
  test('a trial that is canceled charges and credits nothing', async () => {
    const said = alerts()
    const world = await aPromisedTrial({ once })
    await cancel(world)
    await untilFirstPayment(world)
    expect([charges(world), credits(world), said()]).toEqual([[], [], []])
    expect(await promotionStates(world)).toEqual(['dropped'])
  })

  test('a plan that is resumed in its trial keeps the promise', async () => {
    const world = await aPromisedTrial({ once })
    await cancel(world)
    await days(world.shop, 5)
    await resumePlan(await me(world))
    await days(world.shop, 3)
    expect([charges(world), credits(world)]).toEqual([[279], []])
  })

  test.each([
    ['WELCOME20', 799],
    ['HOLIDAY', 999],
    ['FOREVER10', 899],
  ])('charges what the upgrade named, with %s', async (code, amount) => {
    const said = alerts()
    const world = await aPromisedTrial({ once, code })
    expect(await upgrade(world)).toBe(amount)
    await untilFirstPayment(world)
    expect([charges(world), credits(world), said()]).toEqual([[amount], [], []])
  })

  test('a booked year is lowered as the month would be', async () => {
    const said = alerts()
    const world = await aPromisedTrial({ once })
    await bookYear(world)
    expect((await readBilling(await me(world))).next_charge).toMatchObject({ amount: 2799 })
    await untilFirstPayment(world)
    expect([charges(world), credits(world), said()]).toEqual([[2799], [], []])
  })

  test('another card pays what was promised', async () => {
    const world = await aPromisedTrial({ once })
    await changeCard(await me(world), { payment_method: await aCard(world.shop, 'otherGood') })
    await untilFirstPayment(world)
    expect(charges(world)).toEqual([279])
  })
})

test('credits the booked price’s difference without the coupon', async () => {
  const world = await aPromisedTrial({ lost: true })
  await world.shop.stripe.coupons.del('welcome20')
  await bookYear(world)
  await untilFirstPayment(world)
  expect([charges(world), credits(world)]).toEqual([[2799], [630, 70]])
})

test('owes no discount on a plan that the coupon is not for', async () => {
  const world = await aPromisedTrial({ code: 'HOLIDAY', lost: true })
  await world.shop.stripe.coupons.del('holiday')
  const named = await upgrade(world)
  await untilFirstPayment(world)
  expect([named, charges(world), credits(world)]).toEqual([999, [999], []])
})
