import { expect, test } from 'vitest'
import { drafts } from '../../../db/schema/drafts.ts'
import { aLarderFixture } from '../../../services/ifttt/testing/larder.fixture.ts'
import { aStep } from '../../../testing/rows.ts'
import { createApplet } from '../create/create-applet.ts'
import { aDraftFixture, chosen } from '../testing/draft.fixture.ts'
import { checkDraft } from './check-draft.ts'
import { createDraft } from './create-draft.ts'
import { patchDraft } from './patch-draft.ts'

/** Something runs low at Larder, which knows which values it takes, and goes on its list. */
async function aLarderDraft(below: string) {
  const fixture = await aLarderFixture()
  await fixture.connect()
  const { ctx } = fixture
  const { draft } = await createDraft(ctx, {
    changes: [
      chosen({ kind: 'trigger', module_name: 'larder', slug: 'runs_low' }, 'a'),
      chosen({ kind: 'action', module_name: 'larder', slug: 'add_to_list' }, 'b'),
      { kind: 'set_fields', key: 'a', fields: { shelf: 'spices', below } },
      { kind: 'set_fields', key: 'b', fields: { item: '{{Item}}' } },
    ],
  })
  return { ...fixture, draft, id: draft.id ?? 0 }
}

test("a check says what the trigger's service has against a field", async () => {
  const { ctx, draft, id } = await aLarderDraft('-1')
  const message = 'Choose a number above 0.'
  expect(draft.steps[0]).toMatchObject({ state: 'ready' })
  const checked = (await checkDraft(ctx, id)).draft
  expect(checked.steps[0]).toMatchObject({ state: 'needs_fields', problem: message })
  expect(checked.problems).toContainEqual({ step: 'a', field: 'below', line: null, message })
  expect(checked.complete).toBe(false)
  await patchDraft(ctx, id, { version: 1, changes: [{ kind: 'set_fields', key: 'a', fields: { below: '3' } }] })
  expect((await checkDraft(ctx, id)).draft.problems).not.toContainEqual(expect.objectContaining({ step: 'a' }))
})

test('a feed that is away is noted, and may be saved', async () => {
  const fixture = await aDraftFixture({ fetch: async () => new Response('', { status: 503 }) })
  const { ctx, db, steps } = fixture
  const fields = ['feed_url', 'phrase'].map((slug) => ({ slug, label: slug, type: 'text' as const }))
  await aStep(db, 'feeds', 'trigger', 'new_item_matches', fields)
  const { draft } = await createDraft(ctx, {
    changes: [
      chosen({ kind: 'trigger', module_name: 'feeds', slug: 'new_item_matches' }, 'a'),
      chosen(steps.tell, 'b'),
      { kind: 'set_fields', key: 'a', fields: { feed_url: 'https://news.example/feed.xml', phrase: 'mill' } },
      { kind: 'set_fields', key: 'b', fields: { message: 'News' } },
    ],
  })
  const checked = (await checkDraft(ctx, draft.id ?? 0)).draft
  expect(checked).toMatchObject({ complete: true, problems: [] })
  const note = expect.stringMatching(/^news\.example has trouble\..* You can save this all the same\.$/)
  expect(checked.steps[0]?.fields).toMatchObject([
    { problem: null, note },
    { problem: null, note: null },
  ])
  await expect(createApplet(ctx, draft.id ?? 0, draft.version)).resolves.toMatchObject({ status: 'enabled_for_user' })
})

test('Create asks the service too, and keeps the draft', async () => {
  const { ctx, base, id, draft } = await aLarderDraft('-1')
  expect(draft.problems).toEqual([])
  await expect(createApplet(ctx, id, 1)).rejects.toMatchObject({
    code: 'invalid_input',
    detail: { errors: [{ attribute: 'a.below', message: 'Choose a number above 0.' }] },
  })
  expect(await base.db.select({ id: drafts.id }).from(drafts)).toEqual([{ id }])
})
