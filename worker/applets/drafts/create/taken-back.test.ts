import { expect, test } from 'vitest'
import { enableApplet } from '../../enable/enable-applet.ts'
import { publishApplet } from '../../publish/publish-applet.ts'
import { unpublishApplet } from '../../publish/unpublish-applet.ts'
import { readApplet, readForEditing } from '../../read/read-applet.ts'
import { at, enablementOf, textOf } from '../../testing/stored-applet.fixture.ts'
import { users } from '../../../db/schema/accounts.ts'
import { beforeBatch } from '../../../testing/before-batch.ts'
import { readNewDraft } from '../edit/read-draft.ts'
import { aDraftFixture, aStoredDraft } from '../testing/draft.fixture.ts'
import { aTakenBackApplet, PRIVATE } from '../testing/taken-back.fixture.ts'
import { createApplet } from './create-applet.ts'

test('who has an Applet sees nothing of what is changed in private', async () => {
  const { ctx, proCtx, made } = await aTakenBackApplet()
  expect((await readApplet(proCtx, at(made))).applet).toMatchObject({ filter_code: expect.stringContaining(PRIVATE) })
  const { applet } = await readApplet(ctx, at(made))
  expect(applet).toMatchObject({
    status: 'enabled_for_user',
    newer_version: false,
    filter_code: null,
    applet_actions: [{ slug: 'tell' }],
  })
  expect(JSON.stringify(await readForEditing(ctx, at(made)))).not.toContain(PRIVATE)
})

test('a copy of what was taken back has what its user runs', async () => {
  const { ctx, made } = await aTakenBackApplet()
  const { draft } = await readNewDraft(ctx, { from: String(made.id) })
  expect(draft.doc.steps).toMatchObject([
    { kind: 'trigger' },
    { kind: 'action', slug: 'tell', fields: { message: 'For everyone' } },
  ])
  expect(draft.steps.map(({ state }) => state)).toEqual(['ready', 'ready'])
})

test('nobody turns on what is being taken back', async () => {
  const fixture = await aDraftFixture()
  const { proCtx, ctx, db, user } = fixture
  await db.update(users).set({ email_verified_at: 1 })
  const { id } = await aStoredDraft(proCtx, fixture)
  const made = await createApplet(proCtx, id ?? 0, 1)
  await publishApplet(proCtx, at(made), textOf(made))
  const takesBack = async () => {
    await unpublishApplet(proCtx, at(made))
  }
  await expect(enableApplet(beforeBatch(ctx, 2, takesBack), { id: made.id })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await enablementOf({ db }, user, made)).toBeNull()
})
