/** @module-tag long */
import { expect, test } from 'vitest'
import { readSnapshot } from '../../engine/runner-sync/read-snapshot.ts'
import { crashingIo } from '../../testing/crashing-io.ts'
import { readApplet } from '../read/read-applet.ts'
import { publishApplet } from '../publish/publish-applet.ts'
import {
  anAppletFixture,
  anAppletWithField,
  aPlainApplet,
  at,
  countOf,
  enablementOf,
  eventsOf,
  textOf,
} from '../testing/stored-applet.fixture.ts'
import { disableApplet } from './disable-applet.ts'
import { enableApplet } from './enable-applet.ts'
import { saveApplet } from './save-applet.ts'

const FAILURES = ['dies', 'unheard', 'unanswered'] as const
type Io = ReturnType<typeof crashingIo>

/** A press on an Applet that stands ready: `state` tells all that it may write. */
type Press = {
  settled: () => Promise<unknown>
  press: () => Promise<object>
  state: () => Promise<unknown>
}

/** Fails each I/O of the press once: it is done or not, and pressed again it is done once. */
async function failEachIo(
  kind: (typeof FAILURES)[number],
  prepare: (io: Io) => Promise<Press>,
  { before, after, answer }: { before: object; after: object; answer: object },
) {
  let asked = Infinity
  let nth = 1
  for (; nth <= asked; nth++) {
    const io = crashingIo()
    const { settled, press, state } = await prepare(io)
    await settled()
    if (kind === 'dies') io.dieAt(nth)
    else io.failOnce(nth, kind)
    await press().catch(() => null)
    await settled()
    asked = io.count() < nth ? 0 : Infinity
    io.revive()
    expect([before, after]).toContainEqual(await state())
    expect(await press()).toMatchObject(answer)
    expect(await state()).toEqual(after)
    await settled()
  }
  expect(nth).toBeGreaterThan(3)
}

async function aWorld(io: Io) {
  const world = await anAppletFixture({ io })
  const { ctx, user } = world
  const state = async (applet: { id: number }) => ({
    status: (await enablementOf(world, user, applet))?.status,
    count: await countOf(world, applet),
    events: await eventsOf(world, applet),
    running: (await readSnapshot(ctx, user.id))?.snapshot.programs.map(({ running }) => running) ?? [],
  })
  return { world, ctx, state }
}

const OFF = { status: undefined, count: 0, events: [], running: [] }
const ON = { status: 'enabled', count: 1, events: ['enabled'], running: [true] }
const OFF_AGAIN = { status: 'disabled', count: 0, events: ['enabled', 'disabled'], running: [] }

test.each(FAILURES)('I/O that %s connects once or not at all', async (kind) => {
  const prepare = async (io: Io) => {
    const { world, ctx, state } = await aWorld(io)
    const applet = await aPlainApplet(world)
    const press = async () => (await enableApplet(ctx, { id: applet.id })).applet
    return { settled: ctx.settled, press, state: () => state(applet) }
  }
  const answer = { status: 'enabled_for_user', enabled_count: 1, hook_url: expect.stringContaining('/hooks/') }
  await failEachIo(kind, prepare, { before: OFF, after: ON, answer })
})

test.each(FAILURES)('I/O that %s disables once or not at all', async (kind) => {
  const prepare = async (io: Io) => {
    const { world, ctx, state } = await aWorld(io)
    const applet = await aPlainApplet(world)
    await enableApplet(ctx, { id: applet.id })
    return { settled: ctx.settled, press: () => disableApplet(ctx, at(applet)), state: () => state(applet) }
  }
  const answer = { status: 'disabled_for_user', enabled_count: 0 }
  await failEachIo(kind, prepare, { before: ON, after: OFF_AGAIN, answer })
})

const [FIRST, SECOND] = [{ '0.url': 'https://feeds.test/a' }, { '0.url': 'https://feeds.test/b' }]

test.each(FAILURES)('I/O that %s saves values or leaves them', async (kind) => {
  const prepare = async (io: Io) => {
    const { world, ctx } = await aWorld(io)
    const applet = await anAppletWithField(world)
    await saveApplet(ctx, at(applet), { fields: FIRST })
    const state = async () => (await enablementOf(world, world.user, applet))?.fields
    return { settled: ctx.settled, press: () => saveApplet(ctx, at(applet), { fields: SECOND }), state }
  }
  await failEachIo(kind, prepare, {
    before: FIRST,
    after: SECOND,
    answer: { status: 'enabled_for_user', fields: SECOND },
  })
})

test.each(FAILURES)('I/O that %s publishes once or not at all', async (kind) => {
  const prepare = async (io: Io) => {
    const { world } = await aWorld(io)
    const author = await world.base.as(world.author)
    const applet = await aPlainApplet(world, { published_at: null })
    const state = async () => ({
      published: (await readApplet(author, at(applet))).applet.published,
      events: await eventsOf(world, applet),
    })
    return { settled: author.settled, press: () => publishApplet(author, at(applet), textOf(applet)), state }
  }
  const before = { published: false, events: [] }
  await failEachIo(kind, prepare, {
    before,
    after: { published: true, events: ['published'] },
    answer: { published: true },
  })
})
