import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { CONTENT_VERSION_KEY } from '../../contract/site.ts'
import { aStep, aUser, anApplet, anEnablement } from '../../testing/rows.ts'
import { enableApplet } from '../enable/enable-applet.ts'
import { deleteApplet } from './delete-applet.ts'
import { disableApplet } from '../enable/disable-applet.ts'
import { publishApplet } from './publish-applet.ts'
import { unpublishApplet } from './unpublish-applet.ts'
import { restoreApplet } from './restore-applet.ts'
import { live_configurations } from '../../db/schema/applets.ts'
import {
  aHub,
  aPlainApplet,
  at,
  anAppletFixture,
  countOf,
  enablementOf,
  eventsOf,
  textOf,
} from '../testing/stored-applet.fixture.ts'

test('disables an Applet and lowers its count', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world, { enabled_count: 3 })
  await enableApplet(world.ctx, { id: applet.id })
  expect(await disableApplet(world.ctx, at(applet))).toMatchObject({ status: 'disabled_for_user', enabled_count: 3 })
  expect(await eventsOf(world, applet)).toEqual(['enabled', 'disabled'])
})

test('counts once when disabled twice or in two tabs', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world, { enabled_count: 3 })
  await enableApplet(world.ctx, { id: applet.id })
  const answers = await Promise.all([1, 2].map(() => disableApplet(world.ctx, at(applet))))
  expect([...answers, await disableApplet(world.ctx, at(applet))].map(({ status }) => status)).toEqual(
    Array.from({ length: 3 }, () => 'disabled_for_user'),
  )
  expect(await countOf(world, applet)).toBe(3)
})

test('refuses to disable a never enabled Applet', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world)
  await expect(disableApplet(world.ctx, at(applet))).rejects.toMatchObject({ code: 'conflict', status: 409 })
})

test("deletes the user's own copy, leaving Applet and others alone", async () => {
  const world = await anAppletFixture()
  const hub = await aHub(world)
  const other = await aUser(world.db)
  await enableApplet(world.ctx, { id: hub.id })
  await enableApplet(await world.base.as(other), { id: hub.id })
  expect(await deleteApplet(world.ctx, at(hub))).toMatchObject({ status: 'never_enabled_for_user', enabled_count: 1 })
  expect(await enablementOf(world, world.user, hub)).toBeNull()
  expect(await enablementOf(world, other, hub)).toMatchObject({ status: 'enabled' })
  expect(await world.db.select().from(live_configurations)).toHaveLength(2)
  await expect(deleteApplet(world.ctx, at(hub))).rejects.toMatchObject({ code: 'not_found' })
})

test("archives the author's Applet, still running for others", async () => {
  const world = await anAppletFixture()
  const author = await world.base.as(world.author)
  const applet = await aPlainApplet(world)
  await enableApplet(author, { id: applet.id })
  await enableApplet(world.ctx, { id: applet.id })
  expect(await deleteApplet(author, at(applet))).toMatchObject({ status: 'archived', enabled_count: 1 })
  expect(await enablementOf(world, world.author, applet)).toMatchObject({ status: 'disabled' })
  expect(await enablementOf(world, world.user, applet)).toMatchObject({ status: 'enabled' })
  expect(await deleteApplet(author, at(applet))).toMatchObject({ status: 'archived' })
  expect(await eventsOf(world, applet)).toEqual(['enabled', 'enabled', 'archived'])
})

test('hides an archived Applet until it is restored', async () => {
  const world = await anAppletFixture()
  const author = await world.base.as(world.author)
  const applet = await aPlainApplet(world)
  await expect(restoreApplet(author, at(applet))).rejects.toMatchObject({
    code: 'conflict',
    message: 'This Applet is not archived.',
  })
  expect(await deleteApplet(author, at(applet))).toMatchObject({ published: false })
  expect(await restoreApplet(author, at(applet))).toMatchObject({ status: 'never_enabled_for_user', published: true })
  await expect(restoreApplet(author, at(applet))).rejects.toMatchObject({ code: 'conflict' })
})

test("refuses to restore or publish someone else's Applet", async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world, { archived_at: 1 })
  await anEnablement(world.db, world.user, applet)
  await expect(restoreApplet(world.ctx, at(applet))).rejects.toMatchObject({ code: 'not_found' })
  await expect(publishApplet(world.ctx, at(applet), textOf(applet))).rejects.toMatchObject({ code: 'not_found' })
})

test('publishes a draft for everyone', async () => {
  const world = await anAppletFixture()
  const author = await world.base.as(world.author)
  const draft = await aPlainApplet(world, { published_at: null })
  await expect(enableApplet(world.ctx, { id: draft.id })).rejects.toMatchObject({ code: 'not_found' })
  expect(await publishApplet(author, at(draft), textOf(draft))).toMatchObject({ published: true, can_publish: false })
  expect(await publishApplet(author, at(draft), textOf(draft))).toMatchObject({ published: true })
  expect(await enableApplet(world.ctx, { id: draft.id })).toMatchObject({ created: true })
  expect(await eventsOf(world, draft)).toEqual(['published', 'enabled'])
})

test("refuses to publish an author's secret", async () => {
  const world = await anAppletFixture()
  const author = await world.base.as(world.author)
  const fields = [{ slug: 'token', label: 'Bot token', type: 'secret' as const, required: false }]
  const post = await aStep(world.db, 'notifications', 'action', 'post', fields)
  const draft = (token: Record<string, string>) =>
    anApplet(world.db, world.author, [{ step: world.steps.hook }, { step: post, fields: token }], {
      published_at: null,
    })
  await expect(
    publishApplet(author, at(await draft({ token: 'sealed:x' })), textOf({ name: 'Post' })),
  ).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'This Applet holds a secret of yours. Remove it before you publish the Applet.',
  })
  expect(await publishApplet(author, at(await draft({})), textOf({ name: 'Post' }))).toMatchObject({ published: true })
})

// §1-02
test('refuses to publish an incomplete or archived draft', async () => {
  const world = await anAppletFixture()
  const author = await world.base.as(world.author)
  const half = await anApplet(world.db, world.author, [{ step: world.steps.hook }], { published_at: null })
  await expect(publishApplet(author, at(half), textOf(half))).rejects.toMatchObject({ code: 'invalid_input' })
  const other = await anApplet(world.db, world.author, [{ step: world.steps.notify }], { published_at: null })
  await expect(publishApplet(author, at(other), textOf(other))).rejects.toMatchObject({ code: 'invalid_input' })
  const archived = await aPlainApplet(world, { published_at: null, archived_at: 1 })
  await expect(publishApplet(author, at(archived), textOf(archived))).rejects.toMatchObject({ code: 'conflict' })
})

test('renews edge caches on author changes only', async () => {
  const world = await anAppletFixture()
  const author = await world.base.as(world.author)
  const draft = await aPlainApplet(world, { published_at: null })
  const seen: (string | null)[] = []
  const look = async () => seen.push(await env.CACHE.get(CONTENT_VERSION_KEY))
  for (const change of [publishApplet, unpublishApplet, publishApplet, deleteApplet, restoreApplet]) {
    await change(author, at(draft), textOf(draft))
    await look()
  }
  expect(new Set(seen).size).toBe(5)
  await enableApplet(world.ctx, { id: draft.id })
  await deleteApplet(world.ctx, at(draft))
  await look()
  expect(seen.at(-1)).toBe(seen.at(-2))
})

test('keeps a change when KV fails', async () => {
  const world = await anAppletFixture()
  const author = await world.base.as(world.author)
  const kv = { ...author.kv, put: () => Promise.reject(new Error('429')) }
  const applet = await aPlainApplet(world)
  expect(await deleteApplet({ ...author, kv }, at(applet))).toMatchObject({
    status: 'archived',
  })
})
