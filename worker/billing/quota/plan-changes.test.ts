/** @module-tag long */
import { env } from 'cloudflare:test'
import { array, assert, asyncProperty, boolean, constantFrom, nat, oneof, record } from 'fast-check'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { tierOf } from '../../users/entitlements/entitlement-rules.ts'
import { subscriptions } from '../../db/schema/billing.ts'
import { needsOf, tierAllows } from '../../contract/enablement/enablement-rules.ts'
import { PLANS, type Tier } from '../../contract/tiers.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { anApplet, aSubscription } from '../../testing/rows.ts'
import { enableApplet } from '../../applets/enable/enable-applet.ts'
import { disableApplet } from '../../applets/enable/disable-applet.ts'
import { saveApplet } from '../../applets/enable/save-applet.ts'
import { deleteApplet } from '../../applets/publish/delete-applet.ts'
import { pauseOverQuota } from './pause-over-quota.ts'
import { loadApplet } from '../../applets/read/load-applet.ts'
import { enablements } from '../../db/schema/applets.ts'
import {
  aPlainApplet,
  at,
  anAppletFixture,
  countOf,
  type AppletFixture,
} from '../../applets/testing/stored-applet.fixture.ts'

const PAID = ['intermediate_pro', 'pro', 'legacy_pro'] as const
type Ctx = AppletFixture['ctx']
type Pressed = { id: number }
const PRESSES = {
  create: (ctx: Ctx, { id }: Pressed) => enableApplet(ctx, { id }),
  save: (ctx: Ctx, applet: Pressed) => saveApplet(ctx, at(applet), { preserve_applet_fields: true }),
  disable: (ctx: Ctx, applet: Pressed) => disableApplet(ctx, at(applet)),
  delete: (ctx: Ctx, applet: Pressed) => deleteApplet(ctx, at(applet)),
}
const move = oneof(
  record({ kind: constantFrom('press' as const), press: constantFrom(...Object.values(PRESSES)), applet: nat(4) }),
  record({ kind: constantFrom('plan' as const), tier: constantFrom<Tier>('free', ...PAID) }),
)
/** `together`: at the same time as the previous action. */
const moves = array(record({ move, together: boolean() }), { minLength: 2, maxLength: 14 })

test('keeps quota and counts right after any presses and plan changes', async () => {
  await assert(
    asyncProperty(moves, async (sequence) => {
      const world = await anAppletFixture()
      await aSubscription(world.db, world.user, { tier: 'pro' })
      const applets = await differentApplets(world)
      let running: Promise<unknown>[] = []
      for (const { move: step, together } of sequence) {
        if (!together) await Promise.all(running.splice(0))
        running.push(
          step.kind === 'plan'
            ? changePlan(world, step.tier)
            : press(world, step.press, applets[step.applet] ?? applets[0]!),
        )
      }
      await Promise.all(running)
      running = []
      await pauseOverQuota(world.base, world.user.id)
      const tier = tierOf(await world.db.select().from(subscriptions), world.base.now())
      const enabled = await world.db.select().from(enablements).where(eq(enablements.status, 'enabled'))
      expect(enabled.length).toBeLessThanOrEqual(PLANS[tier].applets ?? Infinity)
      for (const applet of applets) {
        const runs = enabled.some(({ applet_id }) => applet_id === applet.id)
        const { applet: whole, steps } = await loadApplet(world.ctx, at(applet))
        if (runs) expect(tierAllows(tier, needsOf(steps, whole)), `${whole.name} on ${tier}`).toBe(true)
        expect(await countOf(world, applet)).toBe(runs ? 1 : 0)
      }
    }),
    { numRuns: 150 / Number(env['ONE_IN']) },
  )
}, 300_000)

/** Three Applets that any tier allows, one more than free has room for; one that needs Pro, one that needs Pro+. */
async function differentApplets(world: AppletFixture) {
  const { db, author, steps } = world
  const plain = [await aPlainApplet(world), await aPlainApplet(world), await aPlainApplet(world)]
  const two = await anApplet(db, author, [{ step: steps.hook }, { step: steps.notify }, { step: steps.notify }])
  return [...plain, two, await aPlainApplet(world, { filter_code: 'skip()' })]
}

/** Does what reading from Stripe does: writes the subscription, then applies what follows from it. */
async function changePlan({ db, base, user }: AppletFixture, tier: Tier): Promise<void> {
  const set = tier === 'free' ? ({ status: 'unpaid' } as const) : ({ status: 'active', tier } as const)
  await db.update(subscriptions).set({ ...set, version: sql`${subscriptions.version} + 1` })
  await pauseOverQuota(base, user.id)
}

/** A refusal is an answer; anything else is an error. */
async function press(
  { base, user }: AppletFixture,
  work: (typeof PRESSES)[keyof typeof PRESSES],
  applet: Pressed,
): Promise<void> {
  try {
    await work(await base.as(user), applet)
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'internal') throw error
  }
}
