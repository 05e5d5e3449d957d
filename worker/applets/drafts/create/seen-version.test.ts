import { expect, test } from 'vitest'
import { changedPath, editPath } from '../../../contract/addresses.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { applets } from '../../../db/schema/applets.ts'
import type { Ctx } from '../../../system/context/context.ts'
import { beforeBatch } from '../../../testing/before-batch.ts'
import { anEnablement, aStep } from '../../../testing/rows.ts'
import { enableApplet } from '../../enable/enable-applet.ts'
import { saveApplet } from '../../enable/save-applet.ts'
import { readApplet, readForEditing } from '../../read/read-applet.ts'
import { at, enablementOf } from '../../testing/stored-applet.fixture.ts'
import { createDraft } from '../edit/create-draft.ts'
import { aDraftFixture, chosen } from '../testing/draft.fixture.ts'
import { createApplet } from './create-applet.ts'

/** A published Applet that sends to good.test, whose author may send it elsewhere. */
async function anAppletThatSends() {
  const fixture = await aDraftFixture()
  const { proCtx, ctx, db, user, steps } = fixture
  const send = await aStep(db, 'webhooks', 'action', 'send', [
    { slug: 'url', label: 'Address', type: 'url', destination: true },
  ])
  const sendTo = (key: string, url: string) => ({ kind: 'set_fields', key, fields: { url } }) as const
  const changes = [chosen(steps.hook, 'a'), chosen(send, 'b'), sendTo('b', 'https://good.test/in')]
  const { draft } = await createDraft(proCtx, { changes })
  const made = await createApplet(proCtx, draft.id ?? 0, draft.version)
  await db.update(applets).set({ published_at: 1 })
  const swapTo = async (url: string) => {
    const { draft: edit } = await createDraft(proCtx, { applet_id: made.id, changes: [sendTo('s1', url)] })
    await createApplet(proCtx, edit.id ?? 0, edit.version)
  }
  const connect = (rev?: number, io: Ctx = ctx) => enableApplet(io, { id: made.id, rev })
  const reconnect = (rev: number) => saveApplet(ctx, at(made), { preserve_applet_fields: true, rev })
  const save = (seen?: string[]) => saveApplet(ctx, at(made), { fields: {}, rev: 2, seen })
  const version = async () => (await enablementOf({ db }, user, made))?.version ?? null
  return { ...fixture, made, swapTo, connect, reconnect, save, version }
}

test('connecting takes the version that was shown, or none', async () => {
  const { ctx, made, swapTo, connect, version } = await anAppletThatSends()
  const { rev } = (await readApplet(ctx, at(made))).applet
  await swapTo('https://evil.test/in')
  const refused = { status: 409, message: SENTENCES.version_changed, detail: { redirectTo: changedPath(made) } }
  await expect(connect(rev)).rejects.toMatchObject(refused)
  expect(await version()).toBeNull()
  const { rev: newest, fixed_destinations } = (await readApplet(ctx, at(made))).applet
  expect(fixed_destinations).toMatchObject([{ value: 'evil.test/in' }])
  await connect(newest)
  expect(await version()).toBe(2)
})

test('a version between check and write is not connected', async () => {
  const { ctx, swapTo, connect, version } = await anAppletThatSends()
  const late = beforeBatch(ctx, 2, () => swapTo('https://evil.test/in'))
  await expect(connect(1, late)).rejects.toMatchObject({ status: 409 })
  expect(await version()).toBeNull()
})

test('reconnecting asks about a place that is new', async () => {
  const { db, user, made, swapTo, connect, reconnect, save, version } = await anAppletThatSends()
  await anEnablement(db, user, made, { status: 'disabled' })
  await swapTo('https://evil.test/in')
  await expect(reconnect(1)).rejects.toMatchObject({ status: 409 })
  await expect(connect()).rejects.toMatchObject({ status: 409 })
  const asked = { status: 422, detail: { redirectTo: editPath(made), errors: [{ attribute: 'seen' }] } }
  await expect(reconnect(2)).rejects.toMatchObject(asked)
  await expect(connect(2)).rejects.toMatchObject(asked)
  expect(await version()).toBe(1)
  await save(['1.url'])
  expect(await version()).toBe(2)
})

test('a new place is taken only with its tick', async () => {
  const { ctx, db, user, made, swapTo, save, version } = await anAppletThatSends()
  await anEnablement(db, user, made)
  await swapTo('https://evil.test/in')
  const { update } = await readForEditing(ctx, at(made))
  expect(update?.destinations).toMatchObject([{ key: '1.url', value: 'evil.test/in' }])
  for (const seen of [undefined, [], ['0.url']]) {
    await expect(save(seen)).rejects.toMatchObject({
      status: 422,
      detail: { errors: [{ attribute: 'seen', message: SENTENCES.places_unseen }] },
    })
  }
  expect(await version()).toBe(1)
  await save(['1.url'])
  expect(await version()).toBe(2)
})

test('an author has agreed to the places that they chose', async () => {
  const { proCtx, db, pro, made, swapTo } = await anAppletThatSends()
  await db.update(applets).set({ published_at: null })
  await saveApplet(proCtx, at(made), { preserve_applet_fields: true, rev: 1 })
  await swapTo('https://elsewhere.test/in')
  expect(await enablementOf({ db }, pro, made)).toMatchObject({ version: 2 })
})
