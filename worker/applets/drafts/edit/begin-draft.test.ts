import { stepsOfKind } from '../../../contract/applets/step-list.ts'
import { expect, test } from 'vitest'
import { EMPTY_DRAFT } from '../../../contract/drafts/draft.ts'
import { applets } from '../../../db/schema/applets.ts'
import { anApplet, anEnablement } from '../../../testing/rows.ts'
import { aHub } from '../../testing/stored-applet.fixture.ts'
import { aDraftFixture } from '../testing/draft.fixture.ts'
import { createDraft } from './create-draft.ts'
import { readNewDraft } from './read-draft.ts'

test('a copy has all of an Applet but its secrets', async () => {
  const fixture = await aDraftFixture()
  const { ctx, db, author, steps } = fixture
  const fields = { address: 'https://x.test', key: 'sealed:k1.a.b', body: 'Hello' }
  const code = 'if (Trigger.Value1 === "x") Webhooks.makeRequest.skip("x")'
  const applet = await anApplet(
    db,
    author,
    [{ step: steps.hook }, { step: steps.call, fields }, { step: steps.tell }],
    {
      filter_code: code,
      actions_delay: 60,
      name: 'Theirs',
    },
  )
  const { draft } = await readNewDraft(ctx, { from: applet.friendly_id ?? '' })
  expect(draft).toMatchObject({
    id: null,
    applet: null,
    doc: {
      name: 'Theirs',
      steps: [
        { kind: 'trigger' },
        { kind: 'filter', when: { kind: 'code', code } },
        { kind: 'wait', seconds: 60 },
        { fields: { address: 'https://x.test', body: 'Hello' } },
        { asked: ['message'] },
      ],
    },
  })
  expect(stepsOfKind(draft.doc.steps, 'action')[0]?.fields).not.toHaveProperty('key')
  const stored = await createDraft(ctx, { from: String(applet.id), changes: [] })
  expect(stored.draft.doc).toEqual(draft.doc)
})

test('only what the viewer may see is copied', async () => {
  const { ctx, db, author, steps } = await aDraftFixture()
  const hidden = await anApplet(db, author, [{ step: steps.hook }], { published_at: null })
  await expect(readNewDraft(ctx, { from: String(hidden.id) })).rejects.toMatchObject({ code: 'not_found' })
  await expect(createDraft(ctx, { from: String(hidden.id), changes: [] })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('a dynamic connection is neither copied nor edited here', async () => {
  const fixture = await aDraftFixture()
  const hub = await aHub(fixture)
  await expect(readNewDraft(fixture.ctx, { from: String(hub.id) })).rejects.toMatchObject({ code: 'conflict' })
  await fixture.db.update(applets).set({ author_id: fixture.user.id })
  await expect(readNewDraft(fixture.ctx, { applet_id: String(hub.id) })).rejects.toMatchObject({ code: 'conflict' })
})

test('a draft begins with a trigger, if there is such a one', async () => {
  const { ctx } = await aDraftFixture()
  const { draft } = await readNewDraft(ctx, { trigger: 'feeds/triggers/new_item' })
  expect(draft.doc.steps[0]).toMatchObject({ kind: 'trigger', module_name: 'feeds', slug: 'new_item' })
  expect((await readNewDraft(ctx, { trigger: 'feeds/triggers/gone' })).draft.doc).toEqual(EMPTY_DRAFT)
})

test('a draft may begin with a trigger and an action', async () => {
  const { ctx } = await aDraftFixture()
  const [trigger, action] = ['webhooks/triggers/web_request', 'notifications/actions/tell']
  const { draft } = await readNewDraft(ctx, { trigger, action })
  expect(draft.doc.steps).toMatchObject([{ slug: 'web_request' }, { slug: 'tell' }])
  expect(new Set(draft.steps.map(({ key }) => key)).size).toBe(2)
  const { draft: half } = await readNewDraft(ctx, { trigger: 'webhooks/triggers/unknown', action })
  expect(half.doc.steps).toMatchObject([{ kind: 'action', slug: 'tell' }])
})

test('what was taken down is not copied', async () => {
  const { ctx, db, user, author, base, steps } = await aDraftFixture()
  const applet = await anApplet(db, author, [{ step: steps.hook }, { step: steps.tell }], { taken_down: 'applet' })
  await anEnablement(db, user, applet)
  const from = String(applet.id)
  for (const each of [ctx, await base.as(author)]) {
    await expect(readNewDraft(each, { from })).rejects.toMatchObject({ code: 'taken_down' })
    await expect(createDraft(each, { from, changes: [] })).rejects.toMatchObject({ code: 'taken_down' })
  }
})
