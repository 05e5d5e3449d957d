import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { stepsOfKind, stepsOfServices } from '../../../contract/applets/step-list.ts'
import { readNewest } from '../../../db/applets/catalog-documents.ts'
import { enablements } from '../../../db/schema/applets.ts'
import { readNewDraft } from '../edit/read-draft.ts'
import { aDraftFixture, aStoredDraft } from '../testing/draft.fixture.ts'
import { createApplet } from './create-applet.ts'

test('the label of a choice goes from draft to Applet and back', async () => {
  const fixture = await aDraftFixture()
  const { ctx, db } = fixture
  const before = await aStoredDraft(ctx, fixture)
  const [action] = stepsOfKind(before.doc.steps, 'action')
  const labels = { 'message=M1': '#general', 'message=M2': '#random' }
  const set = { kind: 'set_fields' as const, key: action?.key ?? '', fields: { message: 'M1' }, labels }
  const draft = await aStoredDraft(ctx, fixture, [set])
  expect(draft.steps.at(-1)?.fields).toContainEqual(expect.objectContaining({ slug: 'message', chosen: '#general' }))
  const applet = await createApplet(ctx, draft.id ?? 0, draft.version)
  const { doc } = (await readNewest(db, applet)) ?? {}
  expect(stepsOfServices(doc?.steps ?? []).at(-1)?.labels).toEqual({ 'message=M1': '#general' })
  const { draft: edited } = await readNewDraft(ctx, { applet_id: String(applet.id) })
  expect(stepsOfKind(edited.doc.steps, 'action')[0]?.labels).toEqual({ 'message=M1': '#general' })
})

test("the author's own choice of an asked field keeps its label", async () => {
  const fixture = await aDraftFixture()
  const { ctx, db } = fixture
  const before = await aStoredDraft(ctx, fixture)
  const key = stepsOfKind(before.doc.steps, 'action')[0]?.key ?? ''
  const draft = await aStoredDraft(ctx, fixture, [
    { kind: 'set_fields', key, fields: { message: 'M1' }, labels: { 'message=M1': '#general' } },
    { kind: 'ask_users', key, field: 'message', asked: true },
  ])
  const applet = await createApplet(ctx, draft.id ?? 0, draft.version)
  const [own] = await db.select().from(enablements).where(eq(enablements.applet_id, applet.id))
  const [field] = Object.keys(own?.fields ?? {})
  expect(own?.labels).toEqual({ [`${field}=M1`]: '#general' })
  const { draft: edited } = await readNewDraft(ctx, { applet_id: String(applet.id) })
  expect(stepsOfKind(edited.doc.steps, 'action')[0]?.labels).toEqual({ 'message=M1': '#general' })
})
