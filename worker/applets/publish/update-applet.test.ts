import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { APPLET_NAME_MAX } from '../../contract/applets/applet-name.ts'
import { updateAppletInput } from '../../contract/applets/applet-input.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { CONTENT_VERSION_KEY } from '../../contract/site.ts'
import { parseInput } from '../../system/http/validate.ts'
import { beforeBatch } from '../../testing/before-batch.ts'
import { anEnablement } from '../../testing/rows.ts'
import {
  aPlainApplet,
  anAppletFixture,
  at,
  enablementOf,
  eventsOf,
  type AppletFixture,
} from '../testing/stored-applet.fixture.ts'
import { applets } from '../../db/schema/applets.ts'
import { restoreApplet } from './restore-applet.ts'
import { updateApplet } from './update-applet.ts'

async function nameOf({ db }: AppletFixture, { id }: { id: number }) {
  return (await db.select({ name: applets.name }).from(applets).where(eq(applets.id, id)).get())?.name
}

/** Parses the input with the schema, as the request does. */
function update(ctx: AppletFixture['ctx'], applet: { id: number }, given: Record<string, unknown>) {
  return updateApplet(ctx, parseInput(updateAppletInput, { applet_id: String(applet.id), ...given }))
}

test('renames the Applet, logs it and renews public pages', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world, { name: 'Old' })
  const before = await env.CACHE.get(CONTENT_VERSION_KEY)
  await update(await world.base.as(world.author), applet, { name: '  New \n name ' })
  expect(await nameOf(world, applet)).toBe('New name')
  expect(await eventsOf(world, applet)).toEqual(['renamed'])
  expect(await env.CACHE.get(CONTENT_VERSION_KEY)).not.toBe(before)
})

test('rejects a rename by other users', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world, { name: 'Old' })
  await anEnablement(world.db, world.user, applet)
  await expect(update(world.ctx, applet, { name: 'Mine' })).rejects.toMatchObject({ code: 'not_found' })
  expect(await nameOf(world, applet)).toBe('Old')
})

test('an archived Applet takes a name that may be public', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world, { name: 'G1tHub', archived_at: 5 })
  const ctx = await world.base.as(world.author)
  await expect(restoreApplet(ctx, at(applet))).rejects.toMatchObject({
    code: 'invalid_input',
    detail: { attribute: 'name', message: SENTENCES.applet_name_service },
  })
  await expect(update(ctx, applet, { name: 'Official stars' })).rejects.toMatchObject({ code: 'invalid_input' })
  await update(ctx, applet, { name: 'Stars to rows' })
  expect(await restoreApplet(ctx, at(applet))).toMatchObject({ published: true, name: 'Stars to rows' })
})

test('a draft is restored under any name', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world, { name: 'G1tHub', archived_at: 5, published_at: null })
  expect(await restoreApplet(await world.base.as(world.author), at(applet))).toMatchObject({ name: 'G1tHub' })
})

test('rejects names that are empty, too long or unprintable', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world, { name: 'Old' })
  const ctx = await world.base.as(world.author)
  for (const name of ['', ' \n ', '\u200b\u200d', 'x'.repeat(APPLET_NAME_MAX + 1), 'a\u0000b', '\u202egnp', '\ud800']) {
    expect(() => update(ctx, applet, { name })).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        detail: { errors: [{ attribute: 'name', message: expect.any(String) }] },
      }),
    )
  }
  for (const name of ['x', 'é'.repeat(APPLET_NAME_MAX), '👩‍👩‍👧 & <b>']) {
    await update(ctx, applet, { name })
    expect(await nameOf(world, applet)).toBe(name)
  }
})

// §7-36
test("switches the user's notifications in the same call", async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world)
  await anEnablement(world.db, world.user, applet)
  await update(world.ctx, applet, { push_enabled: true, failed_applet_run_notifications_enabled: false })
  expect(await enablementOf(world, world.user, applet)).toMatchObject({
    push_enabled: true,
    failed_run_notifications_enabled: false,
  })
  await update(world.ctx, applet, { push_enabled: false, name: null })
  expect(await enablementOf(world, world.user, applet)).toMatchObject({
    push_enabled: false,
    failed_run_notifications_enabled: false,
  })
  expect(await eventsOf(world, applet)).toEqual(['notifications_changed', 'notifications_changed'])
})

test('changes name and notifications together or not at all', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world, { name: 'Old', can_push_enable: false })
  await anEnablement(world.db, world.author, applet)
  const ctx = await world.base.as(world.author)
  await expect(update(ctx, applet, { name: 'New', push_enabled: true })).rejects.toMatchObject({
    detail: { attribute: 'push_enabled' },
  })
  expect(await nameOf(world, applet)).toBe('Old')
  await update(ctx, applet, { name: 'New', failed_applet_run_notifications_enabled: false })
  expect(await nameOf(world, applet)).toBe('New')
  expect(await enablementOf(world, world.author, applet)).toMatchObject({ failed_run_notifications_enabled: false })
  expect((await eventsOf(world, applet)).toSorted()).toEqual(['notifications_changed', 'renamed'])
})

test('refuses an empty update', async () => {
  const world = await anAppletFixture()
  await expect(update(world.ctx, await aPlainApplet(world), {})).rejects.toMatchObject({ code: 'invalid_input' })
})

test('a publication between reading and writing holds a rename to its rules', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world, { name: 'Old', published_at: null })
  const publishes = async () => {
    await world.db.update(applets).set({ published_at: 1 })
  }
  const ctx = beforeBatch(await world.base.as(world.author), 2, publishes)
  await expect(
    updateApplet(ctx, parseInput(updateAppletInput, { applet_id: String(applet.id), name: 'G1tHub' })),
  ).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await nameOf(world, applet)).toBe('Old')
})
