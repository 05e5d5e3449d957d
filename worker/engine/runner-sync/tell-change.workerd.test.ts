import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createApplet } from '../../applets/drafts/create/create-applet.ts'
import { createDraft } from '../../applets/drafts/edit/create-draft.ts'
import { aDraftFixture, aStoredDraft, chosen } from '../../applets/drafts/testing/draft.fixture.ts'
import { disableApplet } from '../../applets/enable/disable-applet.ts'
import { enableApplet } from '../../applets/enable/enable-applet.ts'
import { regenerateAddress } from '../../applets/enable/regenerate-address.ts'
import { saveApplet } from '../../applets/enable/save-applet.ts'
import { setConfigurations } from '../../applets/enable/set-configurations.ts'
import { setNotifications } from '../../applets/enable/set-notifications.ts'
import { setRunSettings } from '../../applets/enable/set-run-settings.ts'
import { deleteApplet } from '../../applets/publish/delete-applet.ts'
import { publishApplet } from '../../applets/publish/publish-applet.ts'
import { aHub, anAppletWithServices, aPlainApplet, at, textOf } from '../../applets/testing/stored-applet.fixture.ts'
import { changeDocument, withWait } from '../../db/applets/catalog-documents.ts'
import { runners, trigger_identities } from '../../db/schema/runners.ts'
import { noteTold } from '../../db/runners/told-runners.ts'
import type { Ctx } from '../../system/context/context.ts'
import { connect } from '../../system/d1/client.ts'
import { beforeBatch } from '../../testing/before-batch.ts'
import { crashingIo } from '../../testing/crashing-io.ts'
import { aConnectedAccount, anEnablement } from '../../testing/rows.ts'
import { aToldUser, expectTold, toldState, watchRunners, type ToldUser } from './told-runner.fixture.ts'
import { sweepRunners } from './sweep-runners.ts'
import { syncRunner } from './sync-runner.ts'

const PRESSES: Record<string, (told: ToldUser) => Promise<unknown>> = {
  Connect: async ({ world, ctx }) => enableApplet(ctx, { id: (await aPlainApplet(world)).id }),
  'Connect of features': async ({ world, ctx }) => enableApplet(ctx, { id: (await aHub(world)).id }),
  'Connect with an account': async ({ world, ctx, user }) => {
    const applet = await anAppletWithServices(world)
    for (const module_name of ['github', 'google_sheets']) await aConnectedAccount(world.db, user, module_name)
    await syncRunner(world.base, user.id)
    return enableApplet(ctx, { id: applet.id })
  },
  Save: ({ ctx, applets: [feed] }) => saveApplet(ctx, at(feed), { fields: { '0.url': 'https://feeds.test/b' } }),
  'Save of a newer version': async ({ world, ctx, applets: [, , plain] }) => {
    await changeDocument(world.db, plain, withWait(60))
    return saveApplet(ctx, at(plain), { rev: 2 })
  },
  'a feature switched off': ({ ctx, applets: [, hub] }) =>
    setConfigurations(ctx, at(hub), [{ slug: 'lights', disabled: true }]),
  'a notification': ({ ctx, applets: [, , plain] }) =>
    setNotifications(ctx, at(plain), { failedAppletRunNotificationsEnabled: false }),
  'a pace': ({ ctx, applets: [, , plain] }) =>
    setRunSettings(ctx, at(plain), { min_gap: 60, quiet: { from: 1, to: 2 } }),
  'a new address': ({ ctx, applets: [, hub] }) => regenerateAddress(ctx, at(hub), 'hook_url'),
  Disable: ({ ctx, applets: [, , plain] }) => disableApplet(ctx, at(plain)),
  Delete: ({ ctx, applets: [, , plain] }) => deleteApplet(ctx, at(plain)),
}

test.each(Object.keys(PRESSES))('%s tells the Runner one program', async (press) => {
  const told = await aToldUser()
  const { programs } = await toldState(told.ctx, told.user)
  await PRESSES[press]?.(told)
  await told.world.base.settled()
  expect(told.calls.filter((name) => name !== 'refuseKey')).toEqual(['tellProgram'])
  expect(await expectTold(told.ctx, told.user)).not.toEqual(programs)
})

test.each(['Disable', 'Delete'])('%s of its author tells the Runner one program', async (press) => {
  const told = await aToldUser('author')
  await PRESSES[press]?.(told)
  await told.world.base.settled()
  expect(told.calls).toEqual(['tellProgram'])
  expect(await expectTold(told.ctx, told.user)).toHaveLength(2)
})

test('an Applet made or saved of a draft is told alone', async () => {
  const fixture = await aDraftFixture()
  const { base, pro, proCtx, steps } = fixture
  await anEnablement(fixture.db, pro, await aPlainApplet(fixture))
  await syncRunner(base, pro.id)
  const { ctx, calls } = watchRunners(proCtx)
  const { id } = await createApplet(ctx, (await aStoredDraft(ctx, fixture)).id ?? 0, 1)
  await base.settled()
  const { draft } = await createDraft(ctx, { applet_id: id, changes: [chosen(steps.notify, 'c')] })
  await createApplet(ctx, draft.id ?? 0, draft.version)
  await base.settled()
  expect(calls).toEqual(['tellProgram', 'tellProgram'])
  expect((await expectTold(ctx, pro)).map(({ version }) => version)).toEqual([1, 2])
})

test('a press that changes nothing for the Runner asks it nothing', async () => {
  const { world, ctx, calls, user } = await aToldUser('author')
  const applet = await aPlainApplet(world, { published_at: null })
  await publishApplet(ctx, at(applet), textOf(applet))
  await deleteApplet(ctx, at(applet))
  await world.base.settled()
  expect(calls).toEqual([])
  await expectTold(ctx, user)
})

test('a taken down Applet that is turned off has no program', async () => {
  const { world, ctx, calls, user, applets } = await aToldUser()
  await setNotifications(ctx, at(applets[2]), { failedAppletRunNotificationsEnabled: false })
  await world.db.run(`update applets set taken_down = 'applet' where id = ${applets[2].id}`)
  await disableApplet(ctx, at(applets[2]))
  await world.base.settled()
  expect(calls).toEqual(['tellProgram', 'tellProgram'])
  expect(await expectTold(ctx, user)).toHaveLength(2)
})

/** Ways in which one program is not enough: what comes before the press, and a context that lets it come in between. */
const GAPS: Record<string, (told: ToldUser) => Promise<Ctx>> = {
  'that was never told': async ({ world, ctx, user }) => {
    await world.db.update(runners).set({ applied: 0 }).where(eq(runners.user_id, user.id))
    return ctx
  },
  'that did not hear of the press before': async ({ world, ctx, applets: [feed] }) => {
    const { ctx: deaf } = watchRunners(ctx, () => Promise.reject(new Error('The Runner is away.')))
    await disableApplet(deaf, at(feed))
    await world.base.settled()
    return ctx
  },
  'that hears of an account meanwhile': async ({ world, ctx, user }) =>
    beforeBatch(ctx, 2, async () => {
      await aConnectedAccount(world.db, user, 'github')
      await syncRunner(world.base, user.id)
    }),
  'whose user keeps an older version': async ({ world, ctx, applets: [, , plain] }) => {
    await changeDocument(world.db, plain, withWait(60))
    return ctx
  },
}

test.each(Object.keys(GAPS))('a Runner %s is told everything', async (gap) => {
  const told = await aToldUser()
  const ctx = (await GAPS[gap]?.(told)) ?? told.ctx
  await setRunSettings(ctx, at(told.applets[2]), { min_gap: 60 })
  await told.world.base.settled()
  expect(told.calls.at(-1)).toBe('sync')
  const programs = await expectTold(ctx, told.user)
  expect(programs.at(-1)).toMatchObject({ min_gap: 60 })
})

test.each([
  [
    'of before, which does not have the call,',
    () => Promise.reject(new TypeError('There is no method "tellProgram".')),
  ],
  ['whose answer is lost', (ask: () => Promise<unknown>) => ask().then(() => Promise.reject(new Error('Lost.')))],
])('a Runner %s is told everything', async (_, failing) => {
  const { world, ctx: told, user, applets } = await aToldUser()
  const { ctx, calls } = watchRunners(told, (name, ask) => (name === 'tellProgram' ? failing(ask) : ask()))
  expect(await disableApplet(ctx, at(applets[2]))).toMatchObject({ stopped: true })
  await world.base.settled()
  expect(calls).toEqual(['tellProgram', 'sync', 'cancelApplet'])
  expect(await expectTold(ctx, user)).toHaveLength(2)
})

test('D1 follows the identities of what is polled', async () => {
  const { world, ctx, user } = await aToldUser()
  const [first, second] = [await anAppletWithServices(world), await anAppletWithServices(world)]
  for (const module_name of ['github', 'google_sheets']) await aConnectedAccount(world.db, user, module_name)
  await syncRunner(world.base, user.id)
  const known = async () => (await world.db.select().from(trigger_identities)).length
  const counts: number[] = []
  for (const press of [
    () => enableApplet(ctx, { id: first.id }),
    () => enableApplet(ctx, { id: second.id }),
    () => disableApplet(ctx, at(first)),
    () => disableApplet(ctx, at(second)),
  ]) {
    await press()
    await world.base.settled()
    counts.push(await known())
  }
  expect(counts).toEqual([1, 1, 1, 0])
})

const TRIGGER = { identity: 'i', module_name: 'github', account_id: 'con_1' }

async function aNotedRunner() {
  const { world, ctx, user } = await aToldUser()
  const { wanted: start = 0 } = await toldState(ctx, user)
  await world.db.update(runners).set({ wanted: start + 9 })
  type Note = Pick<Parameters<typeof noteTold>[1], 'before' | 'applied' | 'polled'>
  const note = async ({ before, applied, polled }: Note) => {
    const span = { before: before === null ? null : start + before, applied: start + applied }
    await noteTold(ctx, { ...span, user_id: user.id, wake_by: null, services: [], polled })
    return ((await toldState(ctx, user)).applied ?? 0) - start
  }
  const known = async () => (await world.db.select().from(trigger_identities)).map(({ identity }) => identity)
  return { note, known }
}

test('a note that comes late takes away nothing of a later one', async () => {
  const { note, known } = await aNotedRunner()
  const came = { triggers: [TRIGGER], left: [] }
  expect(await note({ before: 0, applied: 2, polled: came })).toBe(2)
  expect(await note({ before: null, applied: 1, polled: { triggers: [], left: 'all others' } })).toBe(2)
  expect(await note({ before: 0, applied: 1, polled: { triggers: [], left: ['i'] } })).toBe(2)
  expect(await known()).toEqual(['i'])
  expect(await note({ before: 2, applied: 3, polled: { triggers: [], left: ['i'] } })).toBe(3)
  expect(await known()).toEqual([])
})

test('a Runner stays behind in D1 where the note before is missing', async () => {
  const { note, known } = await aNotedRunner()
  expect(await note({ before: 1, applied: 2, polled: { triggers: [TRIGGER], left: [] } })).toBe(0)
  expect(await known()).toEqual(['i'])
  expect(await note({ before: null, applied: 3, polled: { triggers: [], left: 'all others' } })).toBe(3)
  expect(await known()).toEqual([])
})

test('what a lost note would have said comes with the minute', async () => {
  const { world, ctx, user, applets } = await aToldUser()
  const applet = await anAppletWithServices(world)
  for (const module_name of ['github', 'google_sheets']) await aConnectedAccount(world.db, user, module_name)
  await syncRunner(world.base, user.id)
  const io = crashingIo()
  io.dieAt(3)
  await enableApplet({ ...ctx, db: connect(io.database(env.DB)) }, { id: applet.id })
  await world.base.settled()
  await disableApplet(ctx, at(applets[2]))
  const { applied = 0, wanted = 0, programs, inD1 } = await toldState(ctx, user)
  expect([applied < wanted, programs]).toEqual([true, inD1])
  await sweepRunners(world.base)
  await expectTold(ctx, user)
  expect(await world.db.select().from(trigger_identities)).toHaveLength(1)
})
