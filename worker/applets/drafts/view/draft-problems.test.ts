import type { DraftChange } from '../../../contract/drafts/draft.ts'
import { setWhen } from '../../../contract/drafts/draft-steps.ts'
import { MINUTE } from '../../../contract/shared/durations.ts'
import { stepsOfKind } from '../../../contract/applets/step-list.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connected_accounts, service_steps, services, step_fields } from '../../../db/schema/connections.ts'
import { switchKey } from '../../../services/service-switch.ts'
import { aConnectedAccount, aStep } from '../../../testing/rows.ts'
import { aDraftFixture, aStoredDraft, chosen } from '../testing/draft.fixture.ts'
import { patchDraft } from '../edit/patch-draft.ts'
import { readDraft } from '../edit/read-draft.ts'

test('a withdrawn service or step is said at its step, and kept', async () => {
  const fixture = await aDraftFixture()
  const { proCtx, db, steps } = fixture
  const fields = { address: 'https://x.test' }
  const set = { kind: 'set_fields' as const, key: 'c', fields }
  const id = (await aStoredDraft(proCtx, fixture, [chosen(steps.call, 'c'), set])).id ?? 0
  await db.update(services).set({ published: false }).where(eq(services.module_name, 'notifications'))
  await db.delete(step_fields).where(eq(step_fields.step_id, steps.call.id))
  await db.delete(service_steps).where(eq(service_steps.id, steps.call.id))
  const { draft } = await readDraft(proCtx, id)
  const message = 'This step is no longer available. Choose another one.'
  expect(draft.steps).toMatchObject([
    { state: 'ready' },
    { key: 'b', state: 'withdrawn', problem: message, service: null },
    { key: 'c', state: 'withdrawn', name: 'Make request', service: { name: 'Webhooks' } },
  ])
  const problem = { field: null, line: null, message }
  expect(draft.problems).toEqual([
    { step: 'b', ...problem },
    { step: 'c', ...problem },
  ])
  expect(stepsOfKind(draft.doc.steps, 'action')[1]?.fields).toEqual(fields)
})

test('a step whose service an operator stopped says so, and is complete', async () => {
  const fixture = await aDraftFixture()
  const { proCtx } = fixture
  const id = (await aStoredDraft(proCtx, fixture)).id ?? 0
  const stopped = async () => (await readDraft(proCtx, id)).draft.steps.map(({ is_stopped }) => is_stopped)
  proCtx.advance(MINUTE)
  await proCtx.kv.put(switchKey('notifications'), '1')
  expect(await stopped()).toEqual([false, true])
  await proCtx.kv.delete(switchKey('notifications'))
  proCtx.advance(MINUTE)
  expect(await stopped()).toEqual([false, false])
})

test('a field for another choice than the one made is not shown', async () => {
  const fixture = await aDraftFixture()
  const { proCtx, db } = fixture
  const step = await aStep(db, 'google_sheets', 'action', 'update_cell', [
    { slug: 'spreadsheet', label: 'Spreadsheet', type: 'select', options_url: 'https://sheets.test/files' },
    { slug: 'new_name', label: 'Name of the new spreadsheet', type: 'text', required: false },
  ])
  const shown = async (spreadsheet: string, more: DraftChange[] = []) => {
    const set: DraftChange = { kind: 'set_fields', key: 'c', fields: { spreadsheet, new_name: 'Stars' } }
    const { steps, doc } = await aStoredDraft(proCtx, fixture, [chosen(step, 'c'), set, ...more])
    expect(stepsOfKind(doc.steps, 'action')[1]?.fields.new_name).toBe('Stars')
    return steps[2]?.fields.map(({ slug }) => slug)
  }
  const all = ['spreadsheet', 'new_name']
  expect(await shown('')).toEqual(all)
  expect(await shown('create')).toEqual(all)
  expect(await shown('1aB')).toEqual(['spreadsheet'])
  expect(await shown('1aB', [{ kind: 'ask_users', key: 'c', field: 'spreadsheet', asked: true }])).toEqual(all)
})

test('an account that is missing or breaks is said at its step', async () => {
  const fixture = await aDraftFixture()
  const { proCtx, db, pro, steps } = fixture
  const id = (await aStoredDraft(proCtx, fixture, [chosen(steps.star, 'a')])).id ?? 0
  const trigger = async () => (await readDraft(proCtx, id)).draft.steps[0]
  expect(await trigger()).toMatchObject({ state: 'needs_account', problem: 'Connect GitHub first.', accounts: [] })
  const account = await aConnectedAccount(db, pro, 'github')
  expect(await trigger()).toMatchObject({ state: 'ready', accounts: [{ id: account.id, status: 'connected' }] })
  await db.update(connected_accounts).set({ status: 'broken' })
  expect(await trigger()).toMatchObject({
    state: 'needs_account',
    problem: 'Your connection to GitHub no longer works. Reconnect it.',
  })
  await db.delete(connected_accounts)
  expect(await trigger()).toMatchObject({ state: 'needs_account' })
})

test('an unknown ingredient is said at its field, with what was meant', async () => {
  const fixture = await aDraftFixture()
  const { ctx } = fixture
  const draft = await aStoredDraft(ctx, fixture, [
    { kind: 'set_fields', key: 'b', fields: { message: 'At {{OcurredAt}}' } },
  ])
  const message = 'There is no ingredient "OcurredAt" (did you mean "OccurredAt"?).'
  expect(draft.problems).toEqual([{ step: 'b', field: 'message', line: null, message }])
  expect(draft.steps[1]).toMatchObject({ state: 'needs_fields', problem: message })
})

test('filter code is checked at its lines, a form at its conditions', async () => {
  const fixture = await aDraftFixture()
  const { proCtx } = fixture
  const id = (await aStoredDraft(proCtx, fixture)).id ?? 0
  const code = 'const a = 1\nNotifications.tel.skip()'
  const { draft } = await patchDraft(proCtx, id, {
    version: 1,
    changes: [setWhen({ kind: 'code', code })],
  })
  expect(draft.problems).toMatchObject([
    { step: 'when', line: 2, message: expect.stringContaining('Did you mean tell?') },
  ])
  const condition = { ingredient: 'Webhooks.webRequest.Value1', operator: 'is' as const, value: 'x' }
  const conditions = [condition, { ...condition, ingredient: 'Webhooks.webRequest.Valu1' }]
  const form = { kind: 'form' as const, match: 'all' as const, conditions }
  const after = await patchDraft(proCtx, id, { version: 2, changes: [setWhen(form)] })
  expect(after.draft.problems).toMatchObject([
    { step: 'when', field: 'conditions.1', message: expect.stringContaining('Did you mean Value1?') },
  ])
  expect(after.draft.filter_code).toContain('Notifications.tell.skip')
})

test('a draft calls the second of the same query by its number', async () => {
  const fixture = await aDraftFixture()
  const { proCtx, steps } = fixture
  const fields = { message: '{{GitHub.openIssues2.IssueTitle}} {{GitHub.openIssues3.IssueTitle}}' }
  const draft = await aStoredDraft(proCtx, fixture, [
    chosen(steps.issues, 'p'),
    chosen(steps.issues, 'q'),
    { kind: 'set_fields', key: 'b', fields },
  ])
  expect(draft.steps[2]?.ingredients).toMatchObject([
    { name: 'GitHub.openIssues2.IssueTitle', filter_name: 'GitHub.openIssues2.IssueTitle' },
  ])
  const message = expect.stringContaining('no ingredient "GitHub.openIssues3.IssueTitle"')
  expect(draft.problems.find(({ step }) => step === 'b')).toMatchObject({ field: 'message', message })
})

test('a text that looks sealed is refused at its field', async () => {
  const fixture = await aDraftFixture()
  const draft = await aStoredDraft(fixture.ctx, fixture, [
    { kind: 'set_fields', key: 'b', fields: { message: 'sealed:k1.a.b' } },
  ])
  expect(draft.problems).toMatchObject([{ step: 'b', field: 'message' }])
  expect(stepsOfKind(draft.doc.steps, 'action')[0]?.fields).toEqual({ message: 'sealed:k1.a.b' })
})

test("each part says what it would ask of the viewer's plan", async () => {
  const fixture = await aDraftFixture()
  const { ctx, proCtx, steps } = fixture
  const free = await aStoredDraft(ctx, fixture, [
    chosen(steps.issues, 'q'),
    chosen(steps.notify, 'c'),
    chosen(steps.row, 'd'),
    { kind: 'choose_account', key: 'd', account_slot: 1 },
  ])
  expect(free.steps.map(({ rules }) => rules.block_reason)).toEqual([
    null,
    'queries',
    null,
    'multi_action',
    'multi_service_account',
  ])
  expect(free.rules).toMatchObject({ block_reason: 'applet_features', minimum_tier: 'pro' })
  expect(free.part_rules).toMatchObject({
    query: { block_reason: 'queries', minimum_tier: 'pro' },
    when: { block_reason: 'filter_code', minimum_tier: 'pro' },
    action: { block_reason: 'multi_action', minimum_tier: 'intermediate_pro' },
  })
  const { part_rules } = await aStoredDraft(proCtx, fixture)
  expect(Object.values(part_rules).map(({ block_user }) => block_user)).toEqual([false, false, false])
})
