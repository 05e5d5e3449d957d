import { setWait, setWhen } from '../../../contract/drafts/draft-steps.ts'
/** @module-tag long */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { SECRET_KEPT } from '../../../contract/applets/field-values.ts'
import { changeDraft, mapSteps } from '../../../contract/drafts/change-draft.ts'
import {
  CONDITION_OPERATORS,
  type AppletDraft,
  type DraftChange,
  type DraftView,
} from '../../../contract/drafts/draft.ts'
import { call } from '../../../testing/call-api.ts'
import { signIn } from '../../../testing/rows.ts'
import { aDraftFixture, chosen } from '../testing/draft.fixture.ts'

const KEYS = ['a', 'b', 'c', 'd', 'e', 's0']
const STEPS = [
  ['trigger', 'webhooks', 'web_request'],
  ['trigger', 'github', 'new_starred_repository'],
  ['trigger', 'gone', 'gone'],
  ['query', 'github', 'open_issues'],
  ['query', 'github', 'gone'],
  ['action', 'webhooks', 'make_request'],
  ['action', 'notifications', 'tell'],
  ['action', 'google_sheets', 'add_row'],
] as const
const FIELDS = ['address', 'key', 'body', 'message', 'sheet', 'note', 'gone', 'constructor']

const key = fc.constantFrom(...KEYS)
const text = fc.oneof(
  fc.string({ maxLength: 40, unit: 'binary' }),
  fc.constantFrom(
    '',
    ' ',
    '{{',
    '{{Value1}}',
    '{{Gone | truncate: 3}}',
    SECRET_KEPT,
    '👩‍👩‍👧',
    '"; drop table drafts',
    '\u0000',
  ),
)
const condition = fc.record({
  ingredient: fc.constantFrom('Webhooks.webRequest.Value1', 'Gone.gone.Gone', '', '");'),
  operator: fc.constantFrom(...CONDITION_OPERATORS),
  value: text,
})
const change: fc.Arbitrary<DraftChange> = fc.oneof(
  fc
    .tuple(key, fc.constantFrom(...STEPS))
    .map(([of, [kind, module_name, slug]]) => chosen({ kind, module_name, slug }, of)),
  fc.record({ kind: fc.constant('set_fields' as const), key, fields: fc.dictionary(fc.constantFrom(...FIELDS), text) }),
  fc.record({ kind: fc.constant('ask_users' as const), key, field: fc.constantFrom(...FIELDS), asked: fc.boolean() }),
  fc.record({ kind: fc.constant('move_step' as const), key, to: fc.nat(9) }),
  fc.record({ kind: fc.constant('remove_step' as const), key }),
  fc.record({ kind: fc.constant('choose_account' as const), key, account_slot: fc.nat(3) }),
  fc.record({ kind: fc.constant('set_name' as const), name: fc.option(text) }),
  fc.nat(2_592_000).map(setWait),
  fc
    .oneof(
      fc.constant({ kind: 'always' as const }),
      fc.record({ kind: fc.constant('code' as const), code: fc.oneof(text, fc.constant('let a = Webhooks.')) }),
      fc.record({
        kind: fc.constant('form' as const),
        match: fc.constantFrom('all' as const, 'any' as const),
        conditions: fc.array(condition, { maxLength: 3 }),
      }),
    )
    .map(setWhen),
)
const edit = fc.record({
  changes: fc.array(change, { minLength: 1, maxLength: 3 }),
  /** The fate of the answer: it comes, is lost and the call repeated, or another tab was quicker. */
  fate: fc.constantFrom('comes', 'comes', 'comes', 'lost', 'other_tab', 'reload'),
})

/** As its page has it: a secret is dots. */
function asShown(doc: AppletDraft): AppletDraft {
  return mapSteps(doc, (step) => {
    const { key: secret } = step.fields
    return step.slug === 'make_request' && secret ? { ...step, fields: { ...step.fields, key: SECRET_KEPT } } : step
  })
}

test('200 random edits end in no 5xx and lose no field', { timeout: 120_000 }, async () => {
  const { db, pro } = await aDraftFixture()
  const { token: session } = await signIn(db, pro, Date.now())
  const send = async (method: string, path: string, body?: object) => {
    const response = await call(method, path, { session, ...(body && { body }) })
    expect(response.status).toBeLessThan(500)
    return { status: response.status, body: await response.json<{ draft: DraftView }>() }
  }
  let edits = 0
  const history = fc.asyncProperty(fc.array(edit, { minLength: 25, maxLength: 25 }), async (all) => {
    const begun = await send('POST', '/api/drafts', { changes: [{ kind: 'set_name', name: `Draft ${edits}` }] })
    let { draft } = begun.body
    const path = `/api/drafts/${draft.id}`
    for (const { changes, fate } of all) {
      edits++
      let expected: AppletDraft | null = draft.doc
      for (const each of changes) expected = expected && changeDraft(expected, each)
      if (fate === 'other_tab') {
        const { body } = await send('PATCH', path, {
          version: draft.version,
          changes: [setWait(edits)],
        })
        const late = await send('PATCH', path, { version: draft.version, changes })
        if (late.status === 409)
          expect(late.body).toMatchObject({ errors: [{ data: { draft: { doc: body.draft.doc } } }] })
        else expect(late.body.draft.doc).toEqual(body.draft.doc)
        draft = body.draft
        continue
      }
      const first = await send('PATCH', path, { version: draft.version, changes })
      expect(first.status).toBe(expected ? 200 : 422)
      if (!expected) continue
      expect(first.body.draft.doc).toEqual(asShown(expected))
      if (fate === 'lost') {
        const again = await send('PATCH', path, { version: draft.version, changes })
        expect(again.body.draft).toEqual(first.body.draft)
      }
      draft = first.body.draft
      if (fate === 'reload') expect((await send('GET', path)).body.draft).toEqual(draft)
    }
    await call('DELETE', path, { session })
  })
  await fc.assert(history, { numRuns: 8 })
  expect(edits).toBeGreaterThanOrEqual(200)
})
