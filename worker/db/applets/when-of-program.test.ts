import { expect, test } from 'vitest'
import { setWhen } from '../../contract/drafts/draft-steps.ts'
import type { DraftWhen } from '../../contract/drafts/draft.ts'
import { createApplet } from '../../applets/drafts/create/create-applet.ts'
import { createDraft } from '../../applets/drafts/edit/create-draft.ts'
import { deleteDraft } from '../../applets/drafts/edit/delete-draft.ts'
import { aDraftFixture, aStoredDraft } from '../../applets/drafts/testing/draft.fixture.ts'
import { loadTriedDraft } from '../../applets/drafts/try/load-tried-draft.ts'
import { readWhenOfProgram } from './when-of-program.ts'

const FORM: DraftWhen = {
  kind: 'form',
  match: 'all',
  conditions: [{ ingredient: 'Webhooks.webRequest.Value1', operator: 'is', value: 'x' }],
}

test('a program of a draft decides by the draft', async () => {
  const fixture = await aDraftFixture()
  const { pro, proCtx: ctx } = fixture
  const { id } = await aStoredDraft(ctx, fixture, [setWhen(FORM)])
  const { program } = await loadTriedDraft(ctx, id ?? 0)
  expect(await readWhenOfProgram(ctx, pro.id, program)).toEqual(FORM)
  expect(await readWhenOfProgram(ctx, fixture.author.id, program)).toBeNull()
  await deleteDraft(ctx, id ?? 0)
  expect(await readWhenOfProgram(ctx, pro.id, program)).toBeNull()
})

test('a program of a draft decides by the Applet that it became', async () => {
  const fixture = await aDraftFixture()
  const { pro, proCtx: ctx } = fixture
  const { id, version } = await aStoredDraft(ctx, fixture, [setWhen(FORM)])
  const { program } = await loadTriedDraft(ctx, id ?? 0)
  await createApplet(ctx, id ?? 0, version)
  const when = await readWhenOfProgram(ctx, pro.id, program)
  expect(when).toEqual({ kind: 'code', code: expect.stringContaining('Notifications.tell.skip') })
})

test('a program of an edited Applet decides by its draft', async () => {
  const fixture = await aDraftFixture()
  const { pro, proCtx: ctx } = fixture
  const made = await aStoredDraft(ctx, fixture)
  const applet = await createApplet(ctx, made.id ?? 0, made.version)
  const { draft } = await createDraft(ctx, { applet_id: applet.id, changes: [setWhen(FORM)] })
  const { program } = await loadTriedDraft(ctx, draft.id ?? 0)
  expect(await readWhenOfProgram(ctx, pro.id, program)).toEqual(FORM)
})

test('a program of a version decides by the code of its version', async () => {
  const fixture = await aDraftFixture()
  const { pro, proCtx: ctx } = fixture
  const made = await aStoredDraft(ctx, fixture, [setWhen(FORM)])
  const applet = await createApplet(ctx, made.id ?? 0, made.version)
  const when = await readWhenOfProgram(ctx, pro.id, { applet_id: applet.id, version: 1 })
  expect(when).toEqual({ kind: 'code', code: expect.stringContaining('Notifications.tell.skip') })
  expect(await readWhenOfProgram(ctx, pro.id, { applet_id: applet.id, version: 2 })).toBeNull()
})
