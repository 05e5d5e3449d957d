/** @module-tag long */
import { env } from 'cloudflare:test'
import { array, assert, asyncProperty, boolean, constantFrom, nat, record } from 'fast-check'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PLANS } from '../../contract/tiers.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { enableApplet } from './enable-applet.ts'
import { deleteApplet } from '../publish/delete-applet.ts'
import { disableApplet } from './disable-applet.ts'
import { saveApplet } from './save-applet.ts'
import { enablements } from '../../db/schema/applets.ts'
import { aPlainApplet, at, anAppletFixture, countOf } from '../testing/stored-applet.fixture.ts'

const actions = {
  create: (ctx, applet) => enableApplet(ctx, { id: applet.id }),
  save: (ctx, applet) => saveApplet(ctx, at(applet), { preserve_applet_fields: true }),
  disable: (ctx, applet) => disableApplet(ctx, at(applet)),
  delete: (ctx, applet) => deleteApplet(ctx, at(applet)),
} satisfies Record<string, (ctx: Parameters<typeof enableApplet>[0], applet: { id: number }) => Promise<unknown>>

const moves = array(
  record({
    action: constantFrom(...Object.values(actions)),
    applet: nat(3),
    /** Runs at the same time as the previous action. */
    together: boolean(),
  }),
  { minLength: 1, maxLength: 14 },
)

test('keeps quota and counts correct after any sequence of actions', async () => {
  await assert(
    asyncProperty(moves, async (sequence) => {
      const world = await anAppletFixture()
      const applets = []
      for (let n = 0; n < 4; n++) applets.push(await aPlainApplet(world))
      let running: Promise<unknown>[] = []
      for (const { action, applet, together } of sequence) {
        if (!together) await Promise.all(running.splice(0))
        running.push(expectedRefusals(action(world.ctx, applets[applet] ?? applets[0]!)))
      }
      await Promise.all(running)
      running = []
      const enabled = await world.db.select().from(enablements).where(eq(enablements.status, 'enabled'))
      expect(enabled.length).toBeLessThanOrEqual(PLANS.free.applets ?? 0)
      for (const applet of applets) {
        expect(await countOf(world, applet)).toBe(enabled.filter(({ applet_id }) => applet_id === applet.id).length)
      }
    }),
    { numRuns: 200 / Number(env['ONE_IN']) },
  )
}, 300_000)

/** A refusal is an answer; anything else is an error. */
async function expectedRefusals(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'internal') throw error
    expect(['quota_reached', 'conflict', 'not_found']).toContain(error.code)
  }
}
