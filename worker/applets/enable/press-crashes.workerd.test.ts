/** @module-tag long */
import { expect, test } from 'vitest'
import { readSnapshot } from '../../engine/runner-sync/read-snapshot.ts'
import { crashingIo } from '../../testing/crashing-io.ts'
import { anAppletFixture, aPlainApplet, at, countOf, enablementOf, eventsOf } from '../testing/stored-applet.fixture.ts'
import { disableApplet } from './disable-applet.ts'
import { enableApplet } from './enable-applet.ts'

const FAILURES = ['dies', 'unheard', 'unanswered'] as const
const OFF = { status: undefined, count: 0, events: [], running: [] }
const ON = { status: 'enabled', count: 1, events: ['enabled'], running: [true] }
const OFF_AGAIN = { status: 'disabled', count: 0, events: ['enabled', 'disabled'], running: [] }

async function aPress() {
  const io = crashingIo()
  const world = await anAppletFixture({ io })
  const applet = await aPlainApplet(world)
  const { ctx, user } = world
  const state = async () => ({
    status: (await enablementOf(world, user, applet))?.status,
    count: await countOf(world, applet),
    events: await eventsOf(world, applet),
    running: (await readSnapshot(ctx, user.id))?.snapshot.programs.map(({ running }) => running) ?? [],
  })
  return { io, ctx, applet, state }
}

test.each(FAILURES)('I/O that %s connects once or not at all', async (kind) => {
  let asked = Infinity
  let nth = 1
  for (; nth <= asked; nth++) {
    const { io, ctx, applet, state } = await aPress()
    if (kind === 'dies') io.dieAt(nth)
    else io.failOnce(nth, kind)
    await enableApplet(ctx, { id: applet.id }).catch(() => null)
    await ctx.settled()
    asked = io.count() < nth ? 0 : Infinity
    io.revive()
    expect([OFF, ON]).toContainEqual(await state())
    expect((await enableApplet(ctx, { id: applet.id })).applet).toMatchObject({
      status: 'enabled_for_user',
      enabled_count: 1,
      hook_url: expect.stringContaining('/hooks/'),
    })
    expect(await state()).toEqual(ON)
    await ctx.settled()
  }
  expect(nth).toBeGreaterThan(3)
})

test.each(FAILURES)('I/O that %s disables once or not at all', async (kind) => {
  let asked = Infinity
  let nth = 1
  for (; nth <= asked; nth++) {
    const { io, ctx, applet, state } = await aPress()
    await enableApplet(ctx, { id: applet.id })
    await ctx.settled()
    if (kind === 'dies') io.dieAt(nth)
    else io.failOnce(nth, kind)
    await disableApplet(ctx, at(applet)).catch(() => null)
    await ctx.settled()
    asked = io.count() < nth ? 0 : Infinity
    io.revive()
    expect([ON, OFF_AGAIN]).toContainEqual(await state())
    expect(await disableApplet(ctx, at(applet))).toMatchObject({ status: 'disabled_for_user', enabled_count: 0 })
    expect(await state()).toEqual(OFF_AGAIN)
    await ctx.settled()
  }
  expect(nth).toBeGreaterThan(3)
})
