import { expect, test } from 'vitest'
import { enableApplet } from './enable-applet.ts'
import { deleteApplet } from '../publish/delete-applet.ts'
import { disableApplet } from './disable-applet.ts'
import { readApplet, readViewer } from '../read/read-applet.ts'
import {
  aPlainApplet,
  anAppletWithField,
  at,
  anAppletFixture,
  enablementOf,
  eventsOf,
  type AppletFixture,
} from '../testing/stored-applet.fixture.ts'
import { saveApplet } from './save-applet.ts'
import { activity_log, enablements } from '../../db/schema/applets.ts'
import { aUser, anEnablement } from '../../testing/rows.ts'
import { regenerateAddress } from './regenerate-address.ts'
import { PROOF_LASTS } from '../../contract/limits.ts'

async function enabledHook(world: AppletFixture) {
  const applet = await aPlainApplet(world)
  const { hook_url } = (await enableApplet(world.ctx, { id: applet.id })).applet
  return { applet, hook_url }
}
/** The Runner's id, a secret of 256 bits and its mark. */
const KEY = /^[0-9a-f]{64}\.[\w-]{54}$/
const keyOf = (url: string | null) => url?.split('/').at(-1) ?? 'none'

test('shows a secret URL while an Applet with webhooks is enabled', async () => {
  const world = await anAppletFixture()
  const { applet, hook_url } = await enabledHook(world)
  expect(hook_url).toMatch(/^http:\/\/localhost:8788\/hooks\/[0-9a-f]{64}\.[\w-]{54}$/)
  expect((await readViewer(world.ctx, at(applet))).viewer).toMatchObject({ hook_url })
  expect(await disableApplet(world.ctx, at(applet))).toMatchObject({ hook_url: null })
})

test('gives each user their own secret URL', async () => {
  const world = await anAppletFixture()
  const { applet, hook_url } = await enabledHook(world)
  const other = await world.base.as(await aUser(world.db))
  expect((await readViewer(other, at(applet))).viewer).toMatchObject({ hook_url: null })
  const theirs = (await enableApplet(other, { id: applet.id })).applet.hook_url
  expect(keyOf(theirs)).toMatch(KEY)
  expect(theirs).not.toBe(hook_url)
  expect(JSON.stringify(await readApplet(world.base, at(applet)))).not.toContain('hook_url')
})

test('keeps the URL until the Applet is deleted', async () => {
  const world = await anAppletFixture()
  const { applet, hook_url } = await enabledHook(world)
  await disableApplet(world.ctx, at(applet))
  expect(await saveApplet(world.ctx, at(applet), { preserve_applet_fields: true })).toMatchObject({ hook_url })
  await deleteApplet(world.ctx, at(applet))
  const enabledAgain = (await enableApplet(world.ctx, { id: applet.id })).applet.hook_url
  expect(keyOf(enabledAgain)).toMatch(KEY)
  expect(enabledAgain).not.toBe(hook_url)
})

test('never stores the key in plain text', async () => {
  const world = await anAppletFixture()
  const { hook_url } = await enabledHook(world)
  const stored = JSON.stringify([await world.db.select().from(enablements), await world.db.select().from(activity_log)])
  expect(stored).not.toContain(keyOf(hook_url))
})

test('rejects a sealed key copied to another user', async () => {
  const world = await anAppletFixture()
  const { applet } = await enabledHook(world)
  const eve = await aUser(world.db)
  const row = await enablementOf(world, world.user, applet)
  await anEnablement(world.db, eve, applet, { hook_key_sealed: row?.hook_key_sealed ?? null })
  expect((await readViewer(await world.base.as(eve), at(applet))).viewer).toMatchObject({ hook_url: null })
})

test('gives an Applet without webhooks no URL', async () => {
  const world = await anAppletFixture()
  const applet = await anAppletWithField(world)
  const saved = await saveApplet(world.ctx, at(applet), { fields: { '0.url': 'https://blog.test/feed' } })
  expect(saved).toMatchObject({ status: 'enabled_for_user', hook_url: null })
  await expect(regenerateAddress(world.ctx, at(applet), 'hook_url')).rejects.toMatchObject({ code: 'not_found' })
})

test('returns a new URL and logs the regeneration', async () => {
  const world = await anAppletFixture()
  const { applet, hook_url } = await enabledHook(world)
  const answer = await regenerateAddress(world.ctx, at(applet), 'hook_url')
  expect(keyOf(answer.hook_url)).toMatch(KEY)
  expect(answer.hook_url).not.toBe(hook_url)
  expect(await eventsOf(world, applet)).toEqual(['enabled', 'hook_url_changed'])
})

test('refuses to regenerate unless the Applet is enabled', async () => {
  const world = await anAppletFixture()
  const { applet } = await enabledHook(world)
  const other = await world.base.as(await aUser(world.db))
  await expect(regenerateAddress(other, at(applet), 'hook_url')).rejects.toMatchObject({ code: 'conflict' })
  const draft = await aPlainApplet(world, { published_at: null })
  await expect(regenerateAddress(other, at(draft), 'hook_url')).rejects.toMatchObject({ code: 'not_found' })
  await disableApplet(world.ctx, at(applet))
  await expect(regenerateAddress(world.ctx, at(applet), 'hook_url')).rejects.toMatchObject({ code: 'conflict' })
})

// §2.1-21
test('shows the URL to its owner in a session of any age', async () => {
  const world = await anAppletFixture()
  const { applet, hook_url } = await enabledHook(world)
  const stale = { ...world.ctx, realNow: () => world.ctx.realNow() + PROOF_LASTS }
  expect((await readViewer(stale, at(applet))).viewer).toMatchObject({ hook_url })
  expect(await readApplet(stale, at(applet))).toMatchObject({ applet: { hook_url } })
})

test('a new URL needs a fresh proof', async () => {
  const world = await anAppletFixture()
  const { applet } = await enabledHook(world)
  const stale = { ...world.ctx, realNow: () => world.ctx.realNow() + PROOF_LASTS }
  await expect(regenerateAddress(stale, at(applet), 'hook_url')).rejects.toMatchObject({ code: 'proof_required' })
})
