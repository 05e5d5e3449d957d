import { setWait, setWhen } from '../../../contract/drafts/draft-steps.ts'
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { enableApplet } from '../../enable/enable-applet.ts'
import { enablementOf, eventsOf } from '../../testing/stored-applet.fixture.ts'
import type { DraftChange } from '../../../contract/drafts/draft.ts'
import { applet_steps, applets, enablements } from '../../../db/schema/applets.ts'
import { drafts } from '../../../db/schema/drafts.ts'
import { readSnapshot } from '../../../engine/runner-sync/read-snapshot.ts'
import { anApplet, anEnablement, aSubscription } from '../../../testing/rows.ts'
import type { TestCtx } from '../../../testing/test-ctx.ts'
import { createDraft } from '../edit/create-draft.ts'
import { readNewDraft } from '../edit/read-draft.ts'
import { aDraftFixture, aStoredDraft, chosen, type DraftFixture } from '../testing/draft.fixture.ts'
import { createApplet } from './create-applet.ts'

/** An Applet that a free user made: a web request sends a message. */
async function anOwnApplet(fixture: DraftFixture, ctx: TestCtx = fixture.ctx) {
  const { id } = await aStoredDraft(ctx, fixture)
  return createApplet(ctx, id ?? 0, 1)
}

async function edit(ctx: TestCtx, applet_id: number, changes: DraftChange[]) {
  return (await createDraft(ctx, { applet_id, changes })).draft
}

async function save(ctx: TestCtx, applet_id: number, changes: DraftChange[]) {
  const { id, version } = await edit(ctx, applet_id, changes)
  return createApplet(ctx, id ?? 0, version)
}

async function programOf(fixture: DraftFixture, user: { id: string }) {
  return (await readSnapshot(fixture.ctx, user.id))?.snapshot.programs[0]
}

const MESSAGE = { kind: 'set_fields', key: 's1', fields: { message: 'Changed' } } as const satisfies DraftChange

test('an edit begins as the Applet is, and stores nothing', async () => {
  const fixture = await aDraftFixture()
  const applet = await anOwnApplet(fixture)
  const { draft } = await readNewDraft(fixture.ctx, { applet_id: String(applet.id) })
  expect(draft).toMatchObject({
    id: null,
    applet: { id: applet.id },
    complete: true,
    proposed_name: applet.name,
    doc: { name: null, steps: [{ kind: 'trigger' }, { key: 's1', fields: { message: '{{OccurredAt}}' } }] },
  })
  expect(await fixture.db.select().from(drafts)).toEqual([])
})

test('Save moves its author to the next version, and nobody else', async () => {
  const fixture = await aDraftFixture()
  const { ctx, db, user, pro } = fixture
  const applet = await anOwnApplet(fixture)
  await anEnablement(db, pro, applet)
  const saved = await save(ctx, applet.id, [MESSAGE, setWait(5)])
  expect(saved).toMatchObject({ id: applet.id, normalized_applet: { actions_delay: 5 } })
  expect(await programOf(fixture, user)).toMatchObject({
    version: 2,
    branches: [{ steps: [{ kind: 'wait', seconds: 5 }, { fields: { message: 'Changed' } }] }],
  })
  expect(await programOf(fixture, pro)).toMatchObject({
    version: 1,
    branches: [{ steps: [{ fields: { message: '{{OccurredAt}}' } }] }],
  })
  expect(await eventsOf({ db }, applet)).toEqual(['enabled', 'saved'])
  expect(await db.select().from(drafts)).toEqual([])
})

test('Save turns nothing on for an author who never did', async () => {
  const fixture = await aDraftFixture()
  const { ctx, db, user, pro, steps } = fixture
  const applet = await anApplet(db, user, [
    { step: steps.hook, fields: {} },
    { step: steps.tell, fields: { message: 'Before' } },
  ])
  await anEnablement(db, pro, applet)
  expect(await save(ctx, applet.id, [MESSAGE])).toMatchObject({ status: 'never_enabled_for_user' })
  expect((await db.select().from(enablements)).map(({ user_id }) => user_id)).toEqual([pro.id])
  expect(await programOf(fixture, user)).toBeUndefined()
  expect(await eventsOf({ db }, applet)).toEqual(['saved'])
})

test("Save keeps an author's own values for turning it on", async () => {
  const fixture = await aDraftFixture()
  const { ctx, db, user, steps } = fixture
  const applet = await anApplet(db, user, [{ step: steps.hook }, { step: steps.tell }])
  const own: DraftChange[] = [MESSAGE, { kind: 'set_pace', min_gap: 60, quiet: null }]
  expect(await save(ctx, applet.id, own)).toMatchObject({ status: 'disabled_for_user' })
  expect(await programOf(fixture, user)).toBeUndefined()
  const { applet: on } = await enableApplet(ctx, { id: applet.id })
  expect(on.status).toBe('enabled_for_user')
  expect(await programOf(fixture, user)).toMatchObject({
    min_gap: 60,
    branches: [{ steps: [{ fields: { message: 'Changed' } }] }],
  })
})

test('Save without another step makes no further version', async () => {
  const fixture = await aDraftFixture()
  const { ctx, db, user } = fixture
  const applet = await anOwnApplet(fixture)
  const saved = await save(ctx, applet.id, [
    { kind: 'set_name', name: 'Renamed' },
    { kind: 'set_pace', min_gap: 60, quiet: null },
  ])
  expect(saved.name).toBe('Renamed')
  expect(await enablementOf({ db }, user, applet)).toMatchObject({ version: 1, min_gap: 60 })
})

test('a name that nobody typed follows the saved steps', async () => {
  const fixture = await aDraftFixture()
  const { proCtx: ctx, steps } = fixture
  const applet = await anOwnApplet(fixture, ctx)
  const address = { kind: 'set_fields', key: 'c', fields: { address: 'https://a.example' } } as const
  const saved = await save(ctx, applet.id, [chosen(steps.call, 'c'), address])
  expect(saved.name).toBe('When a web request arrives, tell and make a web request')
  await save(ctx, applet.id, [{ kind: 'set_name', name: 'Mine' }])
  expect((await save(ctx, applet.id, [MESSAGE, { kind: 'remove_step', key: 's2' }])).name).toBe('Mine')
})

test('an Applet that never ran keeps its steps for who has it', async () => {
  const fixture = await aDraftFixture()
  const { ctx, db, user, pro, steps } = fixture
  const old = await anApplet(db, user, [{ step: steps.hook }, { step: steps.tell, fields: { message: 'Before' } }])
  await anEnablement(db, user, old)
  await anEnablement(db, pro, old)
  await save(ctx, old.id, [MESSAGE])
  expect(await programOf(fixture, pro)).toMatchObject({ branches: [{ steps: [{ fields: { message: 'Before' } }] }] })
  expect(await programOf(fixture, user)).toMatchObject({
    branches: [{ steps: [{ fields: { message: 'Changed' } }] }],
  })
})

test('a trigger that an edit leaves alone keeps its identity', async () => {
  const fixture = await aDraftFixture()
  const { proCtx, pro, steps } = fixture
  const { id } = await aStoredDraft(proCtx, fixture, [
    chosen(steps.item, 'a'),
    { kind: 'set_fields', key: 'a', fields: { url: 'https://feeds.test/a' } },
    { kind: 'set_fields', key: 'b', fields: { message: 'A message' } },
  ])
  const applet = await createApplet(proCtx, id ?? 0, 1)
  const before = await programOf(fixture, pro)
  await save(proCtx, applet.id, [MESSAGE, { kind: 'ask_users', key: 's0', field: 'url', asked: true }])
  const after = await programOf(fixture, pro)
  expect(after?.version).toBe(2)
  expect(after?.branches[0]?.trigger.identity).toBe(before?.branches[0]?.trigger.identity)
})

test('a moved step keeps its position, and no other gets it', async () => {
  const fixture = await aDraftFixture()
  const { proCtx, db, steps } = fixture
  const applet = await anOwnApplet(fixture, proCtx)
  const positions = async () =>
    (
      await db.select().from(applet_steps).where(eq(applet_steps.applet_id, applet.id)).orderBy(asc(applet_steps.place))
    ).map(({ position, step_id }) => `${position} ${step_id.split('/')[2]}`)
  await save(proCtx, applet.id, [chosen(steps.notify, 'n')])
  expect(await positions()).toEqual(['0 web_request', '1 tell', '2 send'])
  await save(proCtx, applet.id, [{ kind: 'move_step', key: 's2', to: 0 }])
  expect(await positions()).toEqual(['0 web_request', '2 send', '1 tell'])
  await save(proCtx, applet.id, [chosen(steps.tell, 's2')])
  expect(await positions()).toEqual(['0 web_request', '3 tell', '1 tell'])
  await save(proCtx, applet.id, [{ kind: 'remove_step', key: 's3' }])
  await save(proCtx, applet.id, [chosen(steps.notify, 'n')])
  expect(await positions()).toEqual(['0 web_request', '1 tell', '4 send'])
})

test.each([
  ['a query', (steps: DraftFixture['steps']) => chosen(steps.issues, 'q')],
  ['filter code', () => setWhen({ kind: 'code', code: 'const a = 1' })],
])("putting %s on one's own Applet asks to convert it", async (_part, changeOf) => {
  const fixture = await aDraftFixture()
  const { ctx, steps } = fixture
  const applet = await anOwnApplet(fixture)
  const convert = { block_user: true, block_reason: 'convert_pro_plus_applet', minimum_tier: 'pro' }
  const draft = await edit(ctx, applet.id, [changeOf(steps)])
  expect(draft).toMatchObject({ rules: convert, part_rules: { query: convert, when: convert } })
  if (draft.problems.length > 0) return
  await expect(createApplet(ctx, draft.id ?? 0, draft.version)).rejects.toMatchObject({
    code: 'tier_required',
    detail: { errors: [{ data: convert }] },
  })
})

test('Save asks the plan again, also of an Applet that is on', async () => {
  const fixture = await aDraftFixture()
  const { ctx, steps } = fixture
  const applet = await anOwnApplet(fixture)
  const { id, version } = await edit(ctx, applet.id, [chosen(steps.notify, 'n')])
  await expect(createApplet(ctx, id ?? 0, version)).rejects.toMatchObject({
    code: 'tier_required',
    detail: { errors: [{ data: { block_reason: 'multi_action' } }] },
  })
})

test('an edit within the plan turns a paused Applet on again', async () => {
  const fixture = await aDraftFixture()
  const { ctx, db, user, steps } = fixture
  const applet = await anApplet(db, user, [
    { step: steps.hook },
    { step: steps.tell, fields: { message: 'A' } },
    { step: steps.notify },
  ])
  await anEnablement(db, user, applet, { status: 'disabled', paused_at: 5 })
  expect(await save(ctx, applet.id, [{ kind: 'remove_step', key: 's2' }])).toMatchObject({
    status: 'enabled_for_user',
    paused: false,
  })
})

test('an Applet has one draft, whichever tab begins', async () => {
  const fixture = await aDraftFixture()
  const { ctx, base, user } = fixture
  const applet = await anOwnApplet(fixture)
  const other = await base.as(user)
  const [one, two] = await Promise.all([
    createDraft(ctx, { applet_id: applet.id, changes: [setWait(5)] }),
    createDraft(other, { applet_id: applet.id, changes: [{ kind: 'set_name', name: 'Two' }] }),
  ])
  expect(one.draft.id).toBe(two.draft.id)
  expect([one.created, two.created].toSorted()).toEqual([false, true])
  const { draft } = await readNewDraft(ctx, { applet_id: String(applet.id) })
  expect(draft.doc).toMatchObject({ name: 'Two', steps: [{}, { kind: 'wait', seconds: 5 }, {}] })
})

test("hides the edit of another user's Applet", async () => {
  const fixture = await aDraftFixture()
  const applet = await anOwnApplet(fixture)
  await fixture.db.update(applets).set({ published_at: 1 })
  await expect(readNewDraft(fixture.proCtx, { applet_id: String(applet.id) })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('an archived Applet is not saved', async () => {
  const fixture = await aDraftFixture()
  const { ctx } = fixture
  const applet = await anOwnApplet(fixture)
  const { id } = await edit(ctx, applet.id, [MESSAGE])
  await fixture.db.update(applets).set({ archived_at: 3 })
  await expect(createApplet(ctx, id ?? 0, 1)).rejects.toMatchObject({
    code: 'conflict',
    message: 'You archived this Applet. Restore it first.',
  })
  await expect(readNewDraft(ctx, { applet_id: String(applet.id) })).rejects.toMatchObject({ code: 'conflict' })
})

test('with Pro+ queries and filter code are put on an Applet', async () => {
  const fixture = await aDraftFixture()
  const { ctx, db, user } = fixture
  const applet = await anOwnApplet(fixture)
  await aSubscription(db, user, { tier: 'pro' })
  const code = 'if (Trigger.Value1 === "x") Notifications.tell.skip("x")'
  const saved = await save(ctx, applet.id, [setWhen({ kind: 'code', code })])
  expect(saved).toMatchObject({ filter_code: code, pro_features: true })
  expect((await programOf(fixture, user))?.branches[0]?.steps).toContainEqual(
    expect.objectContaining({ kind: 'filter' }),
  )
})
