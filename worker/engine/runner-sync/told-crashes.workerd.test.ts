/** @module-tag long */
import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { disableApplet } from '../../applets/enable/disable-applet.ts'
import { enableApplet } from '../../applets/enable/enable-applet.ts'
import { aPlainApplet, at } from '../../applets/testing/stored-applet.fixture.ts'
import { connect } from '../../system/d1/client.ts'
import { crashingIo } from '../../testing/crashing-io.ts'
import { sweepRunners } from './sweep-runners.ts'
import { aToldUser, expectTold, watchRunners, type ToldUser } from './told-runner.fixture.ts'

type Press = (ctx: ToldUser['ctx']) => Promise<unknown>

/** Makes what a press needs, and returns it. */
const PRESSES: Record<'Connect' | 'Disable', (told: ToldUser) => Promise<Press>> = {
  Connect: async ({ world }) => {
    const { id } = await aPlainApplet(world)
    return (ctx) => enableApplet(ctx, { id })
  },
  Disable:
    async ({ applets: [, , plain] }) =>
    (ctx) =>
      disableApplet(ctx, at(plain)),
}

const CASES = (['Connect', 'Disable'] as const).flatMap((name) =>
  (['dies', 'unheard', 'unanswered'] as const).map((kind, nth) => [name, kind, nth] as const),
)

/** From one failing call to the next: `npm run test:long` fails each. */
const STRIDE = Number(env['ONE_IN']) > 1 ? 3 : 1

test.each(CASES)('the minute makes up for %s whichever call %s', async (name, kind, nth) => {
  let asked = Infinity
  // Cases begin at different calls, so that one run meets early and late ones.
  let call = 1 + (nth % STRIDE)
  for (; call <= asked; call += STRIDE) {
    const told = await aToldUser()
    const { world, ctx, user, calls } = told
    const press = await PRESSES[name](told)
    const io = crashingIo()
    const db = connect(io.database(env.DB))
    const broken = watchRunners({ ...ctx, db }, (_name, ask) => io.through(ask)).ctx
    if (kind === 'dies') io.dieAt(call)
    else io.failOnce(call, kind)
    await press(broken).catch(() => null)
    await world.base.settled()
    asked = io.count() < call ? 0 : Infinity
    io.revive()
    await sweepRunners(world.base)
    await expectTold(ctx, user)
    if (asked === 0) expect(calls).toEqual(['tellProgram'])
  }
  expect(call).toBeGreaterThan(5)
})
