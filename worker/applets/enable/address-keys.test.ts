import { compileFilter } from '../../engine/filter/check/compile-filter.ts'
import { expect, test } from 'vitest'
import { changeDocument, makeDocuments } from '../../db/applets/catalog-documents.ts'
import { runners } from '../../db/schema/runners.ts'
import { ensureRunner } from '../../engine/runner-sync/sync-runner.ts'
import { parseHookKey } from '../../system/secrets/hook-key.ts'
import { beforeBatch } from '../../testing/before-batch.ts'
import { anEnablement } from '../../testing/rows.ts'
import {
  anAppletFixture,
  anAppletWithField,
  aPlainApplet,
  at,
  type AppletFixture,
} from '../testing/stored-applet.fixture.ts'
import { disableApplet } from './disable-applet.ts'
import { enableApplet } from './enable-applet.ts'
import { saveApplet } from './save-applet.ts'

async function aWorld() {
  const world = await anAppletFixture()
  const { ctx } = world
  const runnerOf = async (url: string | null) => {
    const key = await parseHookKey(ctx, url?.split('/').at(-1) ?? '')
    return key.kind === 'runner' ? key.runner_id : key.kind
  }
  const stored = async () => (await world.db.select({ runner_id: runners.runner_id }).from(runners).get())?.runner_id
  return { ...world, runnerOf, stored }
}
const FIELDS = { fields: { '0.url': 'https://blog.test/feed' } }

test('an Applet without an address asks for no Runner', async () => {
  const world = await aWorld()
  const newId = () => {
    throw new Error('No Runner is asked for.')
  }
  const ctx = { ...world.ctx, runners: { ...world.ctx.runners, newId } }
  const applet = await anAppletWithField(world)
  expect(await saveApplet(ctx, at(applet), FIELDS)).toMatchObject({ status: 'enabled_for_user', hook_url: null })
  await ctx.settled()
})

test("the first URL names its user's Runner, and so does the next", async () => {
  const world = await aWorld()
  const { ctx, runnerOf, stored } = world
  const [first, second] = [await aPlainApplet(world), await aPlainApplet(world)]
  const urls = [await enableApplet(ctx, { id: first.id }), await enableApplet(ctx, { id: second.id })]
  const runner = await stored()
  expect(await Promise.all(urls.map(({ applet }) => runnerOf(applet.hook_url)))).toEqual([runner, runner])
})

test('a Runner that is made meanwhile is the one that is named', async () => {
  const world = await aWorld()
  const { ctx, user, runnerOf } = world
  const applet = await aPlainApplet(world)
  const meanwhile = async () =>
    void (await ensureRunner({ ...ctx, runners: { ...ctx.runners, newId: () => 'other' } }, user.id))
  const { created, applet: answered } = await enableApplet(beforeBatch(ctx, 2, meanwhile), { id: applet.id })
  expect(created).toBe(true)
  expect(await runnerOf(answered.hook_url)).toBe('other')
})

/** Its next version begins with a web request. */
async function startWithHook({ db, steps }: Pick<AppletFixture, 'db' | 'steps'>, applet: { id: number }) {
  const [doc] = await makeDocuments(db, { compileFilter }, [{ steps: [{ step: steps.hook }, { step: steps.notify }] }])
  await changeDocument(db, applet, (before) => doc ?? before)
}

test.each(['enabled', 'disabled'] as const)('an Applet that is %s gets a URL with its next version', async (status) => {
  const world = await aWorld()
  const { ctx, db, user, runnerOf, stored } = world
  const applet = await anAppletWithField(world, { enabled_count: 1 })
  await anEnablement(db, user, applet, { ...FIELDS, status })
  await startWithHook(world, applet)
  const { hook_url } = await saveApplet(ctx, at(applet), { preserve_applet_fields: true, rev: 2 })
  expect(await runnerOf(hook_url)).toBe(await stored())
  await disableApplet(ctx, at(applet))
  expect((await enableApplet(ctx, { id: applet.id })).applet).toMatchObject({ hook_url })
})

test("an author's own Applet gets a URL with its next version", async () => {
  const world = await aWorld()
  const { db, author, base, runnerOf, stored } = world
  const ctx = await base.as(author)
  const applet = await anAppletWithField(world)
  await anEnablement(db, author, applet, FIELDS)
  await startWithHook(world, applet)
  const { hook_url } = await saveApplet(ctx, at(applet), { preserve_applet_fields: true, rev: 2 })
  expect(await runnerOf(hook_url)).toBe(await stored())
})
