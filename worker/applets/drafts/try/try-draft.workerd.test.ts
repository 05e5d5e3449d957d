import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hasRunEnded } from '../../../contract/runs/applet-run.ts'
import { MINUTE } from '../../../contract/shared/durations.ts'
import { putStep, setWait, setWhen } from '../../../contract/drafts/draft-steps.ts'
import { drafts } from '../../../db/schema/drafts.ts'
import { runners } from '../../../db/schema/runners.ts'
import { deleteDraft } from '../edit/delete-draft.ts'
import { patchDraft } from '../edit/patch-draft.ts'
import { listRuns } from '../../../engine/runs/list-own-runs.ts'
import { readRun } from '../../sentences/say-run.ts'
import { eventually } from '../../../testing/eventually.ts'
import { aStep } from '../../../testing/rows.ts'
import type { TestCtx } from '../../../testing/test-ctx.ts'
import { aDraftFixture, aStoredDraft, chosen } from '../testing/draft.fixture.ts'
import { dryRunDraft } from './dry-run-draft.ts'
import { runDraftOnce } from './run-draft-once.ts'
import { sampleDraft } from './sample-draft.ts'

const HELLO = { at: null, run: null, ingredients: { Value1: 'Hello', OccurredAt: 'now' } }

async function aTriedDraft() {
  const fixture = await aDraftFixture()
  const text = { kind: 'set_fields', key: 'b', fields: { message: 'Got {{Value1}}' } } as const
  const { id } = await aStoredDraft(fixture.ctx, fixture, [text])
  return { ...fixture, id: id ?? 0 }
}

/** With an action that the Runner knows. */
async function aRealDraft() {
  const fixture = await aDraftFixture()
  const { db, ctx } = fixture
  const fields = ['message', 'link'].map((slug) => ({ slug, label: slug, type: 'text' as const }))
  const send = await aStep(db, 'notifications', 'action', 'send_link', fields)
  const values = { message: 'Got {{Value1}}', link: 'https://example.com/' }
  const { id } = await aStoredDraft(ctx, fixture, [chosen(send, 'b'), { kind: 'set_fields', key: 'b', fields: values }])
  return { ...fixture, id: id ?? 0 }
}

async function ended(ctx: TestCtx, id: string) {
  return eventually(async () => {
    const { run } = await readRun(ctx, id)
    expect(hasRunEnded(run.state)).toBe(true)
    return run
  })
}

test('a user without a Runner gets one with their first try', async () => {
  const { ctx, db, user, id } = await aTriedDraft()
  expect(await db.select().from(runners).where(eq(runners.user_id, user.id))).toEqual([])
  const { events, problem, now } = await sampleDraft(ctx, id)
  expect(events).toMatchObject([{ origin: 'example', at: null, run: null }])
  expect([problem, now]).toEqual([null, ctx.now()])
  expect(await db.select().from(runners).where(eq(runners.user_id, user.id))).toHaveLength(1)
})

test('a dry run says what each action would do', async () => {
  const { ctx, id } = await aTriedDraft()
  const { steps } = await dryRunDraft(ctx, id, { event: HELLO })
  expect(steps).toEqual([
    {
      step: 'b',
      kind: 'action',
      state: 'would',
      message: 'Would tell: Got Hello',
      fields: [{ slug: 'message', label: 'Message', value: 'Got Hello' }],
      rows: [],
      problem: null,
    },
  ])
})

test('a skip is shown with its reason', async () => {
  const fixture = await aDraftFixture()
  const { proCtx } = fixture
  const code = `Notifications.tell.skip('It is night.')`
  const { id } = await aStoredDraft(proCtx, fixture, [setWhen({ kind: 'code', code })])
  const { steps } = await dryRunDraft(proCtx, id ?? 0, { event: HELLO })
  expect(steps).toMatchObject([
    { step: 'when', state: 'skipped' },
    { step: 'b', state: 'skipped', message: 'Would be skipped: It is night.' },
  ])
})

test('code that does not compile stands at its line', async () => {
  const fixture = await aDraftFixture()
  const { proCtx } = fixture
  const code = `const a = 1\nNotifications.tell.skip(nothing)`
  const { id } = await aStoredDraft(proCtx, fixture, [setWhen({ kind: 'code', code })])
  const { steps } = await dryRunDraft(proCtx, id ?? 0, { event: HELLO })
  expect(steps).toMatchObject([
    { step: 'when', state: 'failed', problem: { step: 'when', line: 2 } },
    { step: 'b', state: 'not_reached' },
  ])
})

test('a required field that comes out empty stands at its step', async () => {
  const { ctx, id } = await aTriedDraft()
  await ctx.db.run(`update drafts set doc = json_set(doc, '$.steps[1].fields.message', '{{Value1}}')`)
  const { steps } = await dryRunDraft(ctx, id, { event: { ...HELLO, ingredients: { Value1: '' } } })
  expect(steps).toMatchObject([
    { state: 'failed', message: 'Message came out empty.', problem: { step: 'b', field: 'message' } },
  ])
})

test('a step without its account is shown beside what is ready', async () => {
  const fixture = await aDraftFixture()
  const { id } = await aStoredDraft(fixture.proCtx, fixture, [chosen(fixture.steps.row, 'c')])
  const { steps } = await dryRunDraft(fixture.proCtx, id ?? 0, { event: HELLO })
  expect(steps).toMatchObject([
    { step: 'b', state: 'would', message: 'Would tell: now' },
    { step: 'c', state: 'failed', problem: { step: 'c' } },
  ])
})

test('nothing after a query that is not ready is reached', async () => {
  const fixture = await aDraftFixture()
  const { proCtx } = fixture
  const { id } = await aStoredDraft(proCtx, fixture, [chosen(fixture.steps.issues, 'q')])
  const { steps } = await dryRunDraft(proCtx, id ?? 0, { event: HELLO })
  expect(steps).toMatchObject([
    { step: 'q', kind: 'query', state: 'failed', message: expect.stringMatching(/^Connect /) },
    { step: 'b', state: 'not_reached' },
  ])
})

test('a secret is dots in a dry run', async () => {
  const fixture = await aDraftFixture()
  const { proCtx } = fixture
  const { id } = await aStoredDraft(proCtx, fixture, [
    chosen(fixture.steps.call, 'c'),
    { kind: 'set_fields', key: 'c', fields: { address: 'https://example.com/x', key: 'hunter2' } },
  ])
  const { steps } = await dryRunDraft(proCtx, id ?? 0, { event: HELLO })
  expect(steps.at(-1)?.fields).toContainEqual({ slug: 'key', label: 'Key', value: '••••' })
  expect(JSON.stringify(steps)).not.toContain('hunter2')
})

test('doing it once is a test in the history, under the draft', async () => {
  const { ctx, id } = await aRealDraft()
  const { run } = await runDraftOnce(ctx, id, { event: HELLO, press: 'press-one' })
  const done = await ended(ctx, run)
  expect(done).toMatchObject({ state: 'done', cause: 'test', applet: { path: `/create/${id}` } })
  expect(done.applet?.name).toMatch(/^When /)
  expect(done.steps.at(-1)?.input).toContainEqual({ label: 'message', value: 'Got Hello' })
  expect((await listRuns(ctx, {})).runs).toMatchObject([{ id: run, applet: { path: `/create/${id}` } }])
  await deleteDraft(ctx, id)
  expect((await listRuns(ctx, {})).runs).toMatchObject([{ id: run, applet: { name: done.applet?.name, path: null } }])
})

test('the same press does it once', async () => {
  const { ctx, id } = await aTriedDraft()
  const press = () => runDraftOnce(ctx, id, { event: HELLO, press: 'press-one' })
  const { run } = await press()
  await ended(ctx, run)
  expect(await press()).toEqual({ run })
  expect((await listRuns(ctx, {})).runs).toHaveLength(1)
})

test('the event of a test is none that was met', async () => {
  const { ctx, id } = await aTriedDraft()
  await ended(ctx, (await runDraftOnce(ctx, id, { event: HELLO, press: 'press-one' })).run)
  expect((await sampleDraft(ctx, id)).events).toMatchObject([{ origin: 'example' }])
})

test('what is missing is not done once, with its place', async () => {
  const fixture = await aDraftFixture()
  const { ctx } = fixture
  const { id } = await aStoredDraft(ctx, fixture, [{ kind: 'remove_step', key: 'b' }])
  const refused = runDraftOnce(ctx, id ?? 0, { event: HELLO, press: 'press-one' })
  await expect(refused).rejects.toMatchObject({ code: 'invalid_input', detail: { errors: [{ attribute: 'action' }] } })
})

test('what the plan does not include is neither tried nor done', async () => {
  const fixture = await aDraftFixture()
  const { ctx } = fixture
  const { id } = await aStoredDraft(ctx, fixture, [chosen(fixture.steps.issues, 'q')])
  await expect(dryRunDraft(ctx, id ?? 0, { event: HELLO })).rejects.toMatchObject({ code: 'tier_required' })
  await ctx.db.update(drafts).set({ doc: await withoutAccounts(ctx, id ?? 0) })
  const once = runDraftOnce(ctx, id ?? 0, { event: HELLO, press: 'press-one' })
  await expect(once).rejects.toMatchObject({ code: 'tier_required' })
  expect((await listRuns(ctx, {})).runs).toEqual([])
})

/** The same draft with filter code in place of its query. */
async function withoutAccounts({ db }: TestCtx, id: number) {
  const [row] = await db.select().from(drafts).where(eq(drafts.id, id))
  if (!row) throw new Error('There is no draft.')
  const code = `Notifications.tell.skip('no')`
  const others = row.doc.steps.filter(({ kind }) => kind !== 'query')
  return { ...row.doc, steps: putStep(others, { kind: 'filter', key: 'when', when: { kind: 'code', code } }) }
}

test('tries are limited for each user', async () => {
  const { ctx, id } = await aTriedDraft()
  for (let n = 0; n < 30; n++) await dryRunDraft(ctx, id, { event: HELLO })
  await expect(sampleDraft(ctx, id)).rejects.toMatchObject({ code: 'rate_limited' })
  ctx.advance(MINUTE)
  expect((await sampleDraft(ctx, id)).events).toHaveLength(1)
})

test('a draft without a trigger cannot be tried', async () => {
  const fixture = await aDraftFixture()
  const { ctx } = fixture
  const { id } = await aStoredDraft(ctx, fixture, [{ kind: 'remove_step', key: 'a' }])
  await expect(sampleDraft(ctx, id ?? 0)).rejects.toMatchObject({ code: 'conflict' })
})

test('deleting a draft ends what its tests wait for', async () => {
  const { ctx, id } = await aTriedDraft()
  await patchDraft(ctx, id, { version: 1, changes: [setWait(3600)] })
  const { run } = await runDraftOnce(ctx, id, { event: HELLO, press: 'press-one' })
  await eventually(async () => expect((await readRun(ctx, run)).run.state).toBe('waiting'))
  await deleteDraft(ctx, id)
  await ctx.settled()
  expect((await readRun(ctx, run)).run.state).toBe('cancelled')
})
