/** @module-tag long */
import { expect, test } from 'vitest'
import { AppError } from '../../errors/app-error.ts'
import { atEachPoint, aBuyer, buy, states, expectWhole, type CrashFixture } from '../testing/crash-point.fixture.ts'
import { LEASE } from './subscribe-attempt.ts'
import { VOID_BEHAVIORS, type BillingFixture } from '../testing/billing.fixture.ts'

/**
 * One call to D1, Stripe or the queue fails, for each call in turn: it is not sent, or it is done and its response is
 * lost. Everything works again afterwards, and the same submit is sent again.
 */
const LONG = 120_000
const KINDS = ['unheard', 'unanswered'] as const

async function again(world: CrashFixture) {
  const tried = await buy(world).catch((error: unknown) => error)
  // The attempt may have been leased without a response, so wait until the lease expires.
  if (!(tried instanceof AppError && tried.code === 'attempt_in_flight')) return tried
  world.shop.ctx.advance(LEASE)
  return buy(world)
}

const once =
  (kind: (typeof KINDS)[number]) =>
  ({ io }: BillingFixture, k: number) =>
    io.failOnce(k, kind)

test.each(KINDS)(
  'subscribes once by the same key with any request %s',
  async (kind) => {
    const after = async (world: CrashFixture) => {
      expect(await again(world)).toMatchObject({ status: 'active' })
      await expectWhole(world, { charges: 1, status: 'active' })
      expect(await states(world)).toEqual(['succeeded'])
    }
    const n = await atEachPoint(`subscribe ${kind}`, aBuyer, buy, after, once(kind))
    expect(n).toBeGreaterThan(15)
  },
  LONG,
)

test.each(KINDS)(
  'starts one trial by the same key with any request %s',
  async (kind) => {
    const after = async (world: CrashFixture) => {
      expect(await again(world)).toMatchObject({ status: 'trialing' })
      await expectWhole(world, { charges: 0, status: 'trialing' })
    }
    const n = await atEachPoint(`trial ${kind}`, () => aBuyer({ trial: true }), buy, after, once(kind))
    expect(n).toBeGreaterThan(15)
  },
  LONG,
)

// §D5-90
test.each(KINDS.flatMap((kind) => VOID_BEHAVIORS.map((afterVoid) => [kind, afterVoid] as const)))(
  'declines by the same key with any request %s: void %s',
  async (kind, afterVoid) => {
    const after = async (world: CrashFixture) => {
      expect(await again(world).catch((error: unknown) => error)).toMatchObject({ code: 'card_declined' })
      await expectWhole(world, { charges: 0, status: null })
      expect(await states(world)).toEqual(['refused'])
    }
    const make = () => aBuyer({ card: 'failsAtCharge', afterVoid })
    const refused = (world: CrashFixture) => expect(buy(world)).rejects.toMatchObject({ code: 'card_declined' })
    const n = await atEachPoint(`decline ${kind}`, make, refused, after, once(kind))
    expect(n).toBeGreaterThan(20)
  },
  LONG,
)
