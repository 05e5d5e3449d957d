import { setWait } from '../../../contract/drafts/draft-steps.ts'
import { expect, test } from 'vitest'
import { saveApplet } from '../../enable/save-applet.ts'
import { readApplet } from '../../read/read-applet.ts'
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
  const saved = await saveApplet(ctx, at(made), { preserve_applet_fields: true })
  expect(saved).toMatchObject({ newer_version: false, fields: { '1.message': 'Theirs' } })
  expect(await enablementOf({ db }, user, made)).toMatchObject({ version: 2 })
})

test('the next version needs its plan, and the old one goes on', async () => {
  const { ctx, db, user, made } = await changedAfterEnabling(({ steps }) => [chosen(steps.notify, 'n')])
  await expect(saveApplet(ctx, at(made), { preserve_applet_fields: true })).rejects.toMatchObject({
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
  await expect(saveApplet(ctx, at(made), { preserve_applet_fields: true })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  const fields = { '2.address': 'https://mine.test', '2.key': '' }
  expect(await saveApplet(ctx, at(made), { fields })).toMatchObject({ newer_version: false })
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
  const saved = await saveApplet(ctx, at(made), { preserve_applet_fields: true })
  expect(saved).toMatchObject({ hook_url: expect.stringContaining('/hooks/') })
})
