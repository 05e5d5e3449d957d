import { setWait } from '../../../contract/drafts/draft-steps.ts'
import { expect, test } from 'vitest'
import { unpublishApplet } from '../../publish/unpublish-applet.ts'
import { listMyApplets } from '../../browse/list-my-applets.ts'
import { saveApplet } from '../../enable/save-applet.ts'
import { readApplet, readForEditing } from '../../read/read-applet.ts'
import { editPath } from '../../../contract/addresses.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { plainText } from '../../../contract/shared/said-part.ts'
import { beforeBatch } from '../../../testing/before-batch.ts'
import type { Ctx } from '../../../system/context/context.ts'
import { at, enablementOf } from '../../testing/stored-applet.fixture.ts'
import type { DraftChange } from '../../../contract/drafts/draft.ts'
import { applets } from '../../../db/schema/applets.ts'
import { anEnablement } from '../../../testing/rows.ts'
import { createDraft } from '../edit/create-draft.ts'
import { aDraftFixture, aStoredDraft, chosen, type DraftFixture } from '../testing/draft.fixture.ts'
import { createApplet } from './create-applet.ts'

/** An Applet by `pro` that `user` has enabled, with a message of their own, and that its author changes then. */
async function changedAfterEnabling(changes: (fixture: DraftFixture) => DraftChange[]) {
  const fixture = await aDraftFixture()
  const { proCtx, ctx, db, user } = fixture
  const asked = { kind: 'ask_users', key: 'b', field: 'message', asked: true } as const
  const { id } = await aStoredDraft(proCtx, fixture, [asked])
  const made = await createApplet(proCtx, id ?? 0, 1)
  await db.update(applets).set({ published_at: 1 })
  await anEnablement(db, user, made, { fields: { '1.message': 'Theirs' } })
  const before = await readApplet(ctx, at(made))
  const { draft } = await createDraft(proCtx, { applet_id: made.id, changes: changes(fixture) })
  await createApplet(proCtx, draft.id ?? 0, draft.version)
  const seen = async () => (await readApplet(ctx, at(made))).applet
  return { ...fixture, made, before: before.applet, seen }
}

test('who has an Applet hears of its next version, and takes it', async () => {
  const { ctx, db, user, proCtx, made, before, seen } = await changedAfterEnabling(() => [setWait(5)])
  expect(before).toMatchObject({ newer_version: false })
  expect(await seen()).toMatchObject({ newer_version: true, status: 'enabled_for_user' })
  expect((await readApplet(proCtx, at(made))).applet).toMatchObject({ newer_version: false })
  const saved = await saveApplet(ctx, at(made), { preserve_applet_fields: true, rev: 2 })
  expect(saved).toMatchObject({ newer_version: false, fields: { '1.message': 'Theirs' } })
  expect(await enablementOf({ db }, user, made)).toMatchObject({ version: 2 })
})

test('My Applets mark what has a newer version', async () => {
  const { ctx, proCtx, made } = await changedAfterEnabling(() => [setWait(5)])
  const marks = async (io: Ctx) => (await listMyApplets(io)).applets.map(({ newer_version }) => newer_version)
  expect(await marks(ctx)).toEqual([true])
  expect(await marks(proCtx)).toEqual([false])
  await unpublishApplet(proCtx, at(made))
  expect(await marks(ctx)).toEqual([false])
})

test('what it does for a user is what their own version does', async () => {
  const { proCtx, ctx, made } = await changedAfterEnabling(() => [setWait(5)])
  const saidTo = async (io: Ctx) =>
    (await readForEditing(io, at(made))).viewer.said.map(({ parts }) => plainText(parts))
  expect(await saidTo(ctx)).toEqual(['A web request arrives', 'Tell'])
  expect(await saidTo(proCtx)).toEqual(['A web request arrives', '5 seconds', 'Tell'])
})

test('the next version needs its plan, and the old one goes on', async () => {
  const { ctx, db, user, made } = await changedAfterEnabling(({ steps }) => [chosen(steps.notify, 'n')])
  await expect(saveApplet(ctx, at(made), { preserve_applet_fields: true, rev: 2 })).rejects.toMatchObject({
    code: 'tier_required',
    detail: { errors: [{ data: { block_reason: 'multi_action' } }] },
  })
  expect(await enablementOf({ db }, user, made)).toMatchObject({ version: 1, status: 'enabled' })
})

test('the next version asks for what it needs', async () => {
  const { ctx, db, user, made } = await changedAfterEnabling(({ steps }) => [
    chosen(steps.call, 's1'),
    { kind: 'set_fields', key: 's1', fields: { address: 'https://x.test' } },
    { kind: 'ask_users', key: 's1', field: 'address', asked: true },
  ])
  await expect(saveApplet(ctx, at(made), { preserve_applet_fields: true, rev: 2 })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  const fields = { '2.address': 'https://mine.test', '2.key': '' }
  expect(await saveApplet(ctx, at(made), { fields, rev: 2 })).toMatchObject({ newer_version: false })
  expect(await enablementOf({ db }, user, made)).toMatchObject({
    version: 2,
    fields: { '2.address': 'https://mine.test' },
  })
})

test('an Applet that now begins with a web request gets an address', async () => {
  const fixture = await aDraftFixture()
  const { proCtx, ctx, db, user, steps } = fixture
  const url = { kind: 'set_fields', key: 'a', fields: { url: 'https://feeds.test/a' } } as const
  const message = { kind: 'set_fields', key: 'b', fields: { message: 'Hello' } } as const
  const { id } = await aStoredDraft(proCtx, fixture, [chosen(steps.item, 'a'), url, message])
  const made = await createApplet(proCtx, id ?? 0, 1)
  await db.update(applets).set({ published_at: 1 })
  await anEnablement(db, user, made)
  const { draft } = await createDraft(proCtx, { applet_id: made.id, changes: [chosen(steps.hook, 's0')] })
  expect(await createApplet(proCtx, draft.id ?? 0, 1)).toMatchObject({ hook_url: expect.stringContaining('/hooks/') })
  const saved = await saveApplet(ctx, at(made), { preserve_applet_fields: true, rev: 2 })
  expect(saved).toMatchObject({ hook_url: expect.stringContaining('/hooks/') })
})

/** An Applet that `user` has in version 1, which its author changes to send to another host. */
async function aSwap() {
  const world = await changedAfterEnabling(() => [setWait(5)])
  const { ctx, proCtx, made, db } = world
  const swap = async (seconds: number) => {
    const { draft } = await createDraft(proCtx, { applet_id: made.id, changes: [setWait(seconds)] })
    await createApplet(proCtx, draft.id ?? 0, draft.version)
  }
  const save = (rev?: number, io: Ctx = ctx) => saveApplet(io, at(made), { preserve_applet_fields: true, rev })
  const version = async () => (await enablementOf({ db }, world.user, made))?.version
  return { ...world, swap, save, version }
}

const UNSEEN = { status: 409, message: SENTENCES.version_unseen }

test('the Edit page says what the next version has differently', async () => {
  const { ctx, made, proCtx } = await aSwap()
  expect(await readForEditing(ctx, at(made))).toMatchObject({
    applet: { rev: 2 },
    update: {
      changes: [{ step: 'Wait', kind: 'added', lines: [{ before: null, after: '5 seconds' }] }],
      destinations: [],
    },
  })
  expect(await readForEditing(proCtx, at(made))).toMatchObject({ applet: { rev: 2 }, update: null })
})

test('a version that was not seen is refused', async () => {
  const { save, swap, version, ctx, made } = await aSwap()
  await expect(save()).rejects.toMatchObject(UNSEEN)
  await swap(9)
  await expect(save(2)).rejects.toMatchObject({ ...UNSEEN, detail: { redirectTo: editPath(made) } })
  expect(await version()).toBe(1)
  const { applet, update } = await readForEditing(ctx, at(made))
  expect(update?.changes).toMatchObject([{ lines: [{ after: '9 seconds' }] }])
  await save(applet.rev)
  expect(await version()).toBe(3)
})

test('a version that comes between check and write is refused', async () => {
  const { save, swap, version, ctx } = await aSwap()
  const late = beforeBatch(ctx, 2, () => swap(9))
  await expect(save(2, late)).rejects.toMatchObject(UNSEEN)
  expect(await version()).toBe(1)
})
