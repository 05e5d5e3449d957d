import { setWait, setWhen } from '../../../contract/drafts/draft-steps.ts'
import { sql } from 'drizzle-orm'
import { HOUR } from '../../../contract/shared/durations.ts'
import { describe, expect, test } from 'vitest'
import { fieldProblem } from '../../../contract/applets/field-values.ts'
import { patchDraftInput } from '../../../contract/drafts/draft-input.ts'
import { DRAFT_OF_BEFORE } from '../../../contract/drafts/draft-of-before.fixture.ts'
import { DRAFTS_MAX, EMPTY_DRAFT, type DraftWhen } from '../../../contract/drafts/draft.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { drafts } from '../../../db/schema/drafts.ts'
import { parseInput } from '../../../system/http/validate.ts'
import { insertMany } from '../../../testing/insert-many.ts'
import { aDraftFixture, aStoredDraft, chosen } from '../testing/draft.fixture.ts'
import { createDraft } from './create-draft.ts'
import { deleteDraft } from './delete-draft.ts'
import { listDrafts } from './list-drafts.ts'
import { patchDraft } from './patch-draft.ts'
import { readDraft, readNewDraft } from './read-draft.ts'

test('stores, changes, lists and deletes a draft', async () => {
  const fixture = await aDraftFixture()
  const { ctx, steps } = fixture
  const empty = await readNewDraft(ctx, {})
  expect(empty.draft).toMatchObject({ id: null, version: 0, complete: false, doc: EMPTY_DRAFT })
  expect(await listDrafts(ctx)).toEqual({ drafts: [] })
  const stored = await aStoredDraft(ctx, fixture)
  expect(stored).toMatchObject({
    version: 1,
    complete: true,
    problems: [],
    proposed_name: 'When a web request arrives, tell',
  })
  const id = stored.id ?? 0
  const patched = await patchDraft(ctx, id, { version: 1, changes: [chosen(steps.call, 'c')] })
  expect(patched.draft).toMatchObject({ version: 2, complete: false })
  expect((await readDraft(ctx, id)).draft).toEqual(patched.draft)
  expect((await listDrafts(ctx)).drafts).toMatchObject([
    {
      id,
      name: 'When a web request arrives, tell and make a web request',
      services: [{ module_name: 'webhooks' }, { module_name: 'notifications' }],
    },
  ])
  await deleteDraft(ctx, id)
  await expect(readDraft(ctx, id)).rejects.toMatchObject({ code: 'not_found' })
})

test('a draft stored before its steps were one list goes on', async () => {
  const fixture = await aDraftFixture()
  const { proCtx, db, pro, steps } = fixture
  await db.run(sql`insert into drafts (user_id, version, doc, created_at, updated_at)
    values (${pro.id}, 1, ${JSON.stringify(DRAFT_OF_BEFORE)}, 1, 1)`)
  const [card] = (await listDrafts(proCtx)).drafts
  expect(card?.services.map((service) => service?.module_name)).toEqual(['webhooks', 'github', 'notifications'])
  const { draft } = await readDraft(proCtx, card?.id ?? 0)
  expect(draft.steps.map(({ state }) => state)).toEqual(['ready', 'needs_account', 'ready', 'ready'])
  const changed = await patchDraft(proCtx, card?.id ?? 0, { version: 1, changes: [chosen(steps.call, 'd')] })
  expect(changed.draft.steps.map(({ key }) => key)).toEqual(['a', 'q', 'b', 'c', 'd'])
})

test('a suggestion that was opened is listed once it is changed', async () => {
  const { ctx, steps, db } = await aDraftFixture()
  const open = async (action: typeof steps.call, after = 0) => {
    const changes = [chosen(steps.hook, 'a'), chosen(action, 'b')].map((change) => ({ ...change, guessed: true }))
    return (await createDraft({ ...ctx, now: () => ctx.now() + after }, { changes })).draft.id ?? 0
  }
  const first = await open(steps.call)
  expect(await open(steps.call)).toBe(first)
  expect(await listDrafts(ctx)).toEqual({ drafts: [] })
  // Another tab may still show the first.
  await open(steps.tell)
  expect(await db.$count(drafts)).toBe(2)
  const second = await open(steps.tell, HOUR + 1)
  expect(await db.$count(drafts)).toBe(1)
  await patchDraft(ctx, second, { version: 1, changes: [{ kind: 'accept_step', key: 'a' }] })
  await open(steps.call)
  expect((await listDrafts(ctx)).drafts.map(({ id }) => id)).toEqual([second])
})

describe('versions', () => {
  test('a change of another version is a conflict with the stored draft', async () => {
    const fixture = await aDraftFixture()
    const { ctx } = fixture
    const id = (await aStoredDraft(ctx, fixture)).id ?? 0
    await patchDraft(ctx, id, { version: 1, changes: [setWait(5)] })
    const late = patchDraft(ctx, id, { version: 1, changes: [setWait(9)] })
    await expect(late).rejects.toMatchObject({
      code: 'conflict',
      detail: {
        attribute: 'version',
        data: { draft: { id, version: 2, doc: { steps: [{}, { kind: 'wait', seconds: 5 }, {}] } } },
      },
    })
  })

  test('a change whose answer was lost may be sent again', async () => {
    const fixture = await aDraftFixture()
    const { ctx, steps } = fixture
    const id = (await aStoredDraft(ctx, fixture)).id ?? 0
    const input = {
      version: 1,
      changes: [
        chosen(steps.call, 'c'),
        { kind: 'set_fields' as const, key: 'c', fields: { key: 'hush' } },
        { kind: 'remove_step' as const, key: 'b' },
      ],
    }
    const first = await patchDraft(ctx, id, input)
    expect(await patchDraft(ctx, id, input)).toEqual(first)
  })

  test('of two tabs that change at once, one gets the conflict', async () => {
    const fixture = await aDraftFixture()
    const { ctx, base, user } = fixture
    const id = (await aStoredDraft(ctx, fixture)).id ?? 0
    const tabs = [ctx, await base.as(user)]
    const results = await Promise.allSettled(
      tabs.map((tab, at) => patchDraft(tab, id, { version: 1, changes: [setWait(at + 1)] })),
    )
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await readDraft(ctx, id)).draft.version).toBe(2)
  })

  test('a draft that is stored twice at once is one', async () => {
    const fixture = await aDraftFixture()
    const { ctx, steps, db } = fixture
    const input = { changes: [chosen(steps.hook, 'a')] }
    const [one, two] = [await createDraft(ctx, input), await createDraft(ctx, input)]
    expect([one.created, two.created, two.draft.id]).toEqual([true, false, one.draft.id])
    expect(await db.select({ id: drafts.id }).from(drafts)).toHaveLength(1)
  })

  test('a change that does not fit changes nothing', async () => {
    const fixture = await aDraftFixture()
    const { ctx } = fixture
    const stored = await aStoredDraft(ctx, fixture)
    const changes = [setWait(5), { kind: 'choose_account' as const, key: 'gone', account_slot: 1 }]
    const refused = patchDraft(ctx, stored.id ?? 0, { version: 1, changes })
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input' })
    expect((await readDraft(ctx, stored.id ?? 0)).draft).toEqual(stored)
  })
})

test('a first change that does not fit stores no draft', async () => {
  const { ctx, db } = await aDraftFixture()
  const refused = createDraft(ctx, { changes: [{ kind: 'choose_account', key: 'gone', account_slot: 1 }] })
  await expect(refused).rejects.toMatchObject({ code: 'invalid_input', message: SENTENCES.draft_refused })
  expect(await db.$count(drafts)).toBe(0)
})

test('a user has a hundred drafts at most', async () => {
  const { ctx, db, user, steps } = await aDraftFixture()
  const doc = JSON.stringify(EMPTY_DRAFT)
  const rows = Array.from({ length: DRAFTS_MAX }, (_, n) => ({
    user_id: user.id,
    version: 2,
    doc,
    created_at: n,
    updated_at: n,
  }))
  await insertMany(db, drafts, rows)
  const one = createDraft(ctx, { changes: [chosen(steps.hook, 'a')] })
  await expect(one).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining('100 drafts') })
})

test('suggestions that no list shows keep nobody from another draft', async () => {
  const { ctx, db, user, steps } = await aDraftFixture()
  const { doc } = (await createDraft(ctx, { changes: [{ ...chosen(steps.hook, 'a'), guessed: true }] })).draft
  const rows = Array.from({ length: DRAFTS_MAX - 1 }, (_, n) => ({
    user_id: user.id,
    version: 1,
    doc: JSON.stringify({ ...doc, name: `Suggestion ${n}` }),
    created_at: n,
    updated_at: ctx.now() - n,
  }))
  await insertMany(db, drafts, rows)
  expect(await listDrafts(ctx)).toEqual({ drafts: [] })
  const { draft } = await createDraft(ctx, { changes: [chosen(steps.tell, 'b')] })
  expect((await listDrafts(ctx)).drafts.map(({ id }) => id)).toEqual([draft.id])
})

test('a draft holds 200,000 characters at most', async () => {
  const fixture = await aDraftFixture()
  const { ctx } = fixture
  const { id } = await aStoredDraft(ctx, fixture)
  const fields = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`f${n}`, 'x'.repeat(10_000)]))
  const huge = patchDraft(ctx, id ?? 0, { version: 1, changes: [{ kind: 'set_fields', key: 'b', fields }] })
  await expect(huge).rejects.toMatchObject({ code: 'invalid_input' })
})

test.each([
  [
    { kind: 'set_fields', key: 'b', fields: { message: 'x'.repeat(20_001) } },
    'Use at most 20,000 characters in a field.',
  ],
  [setWhen({ kind: 'code', code: 'x'.repeat(20_001) }), 'Use at most 20,000 characters of filter code.'],
  [
    setWhen({
      kind: 'form',
      match: 'all',
      conditions: [{ ingredient: 'A.b', operator: 'is', value: 'x'.repeat(1001) }],
    }),
    'Compare with at most 1,000 characters.',
  ],
])('what is too long is refused in words, %#', (change, message) => {
  expect(() => parseInput(patchDraftInput, { version: 1, changes: [change] })).toThrow(
    expect.objectContaining({ detail: { errors: [expect.objectContaining({ message })] } }),
  )
})

test('a page of before may still send its changes', () => {
  const form: DraftWhen = { kind: 'form', match: 'all', conditions: [] }
  const sent = [
    { kind: 'set_when', when: form },
    { kind: 'set_when', when: { kind: 'always' } },
    { kind: 'set_wait', wait: 5 },
    { kind: 'set_wait', wait: 0 },
  ]
  expect(parseInput(patchDraftInput, { version: 1, changes: sent }).changes).toEqual([
    setWhen(form),
    setWhen({ kind: 'always' }),
    setWait(5),
    setWait(0),
  ])
})

test("an own step is refused under another one's key", () => {
  const change = { ...setWait(5), key: 'when' }
  expect(() => parseInput(patchDraftInput, { version: 1, changes: [change] })).toThrow()
  expect(parseInput(patchDraftInput, { version: 1, changes: [setWait(5)] }).changes).toEqual([setWait(5)])
})

test('a draft takes the longest text that a field takes', async () => {
  const fixture = await aDraftFixture()
  const { ctx, steps } = fixture
  const { id } = await aStoredDraft(ctx, fixture, [chosen(steps.call, 'c')])
  const body = (length: number) => ({ kind: 'set_fields' as const, key: 'c', fields: { body: 'x'.repeat(length) } })
  const changes = parseInput(patchDraftInput, { version: 1, changes: [body(20_000)] })
  const { draft } = await patchDraft(ctx, id ?? 0, changes)
  expect(draft.problems.filter(({ field }) => field === 'body')).toEqual([])
  expect(
    fieldProblem(
      { type: 'textarea', label: 'Body', required: false, default_value: null, options: null },
      'x'.repeat(20_001),
    ),
  ).toBe('Body must be at most 20,000 characters.')
})
