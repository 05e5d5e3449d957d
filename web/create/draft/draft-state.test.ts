import { setWait, setWhen, waitOf } from '../../../worker/contract/drafts/draft-steps.ts'
import { expect, test } from 'vitest'
import { SECRET_KEPT } from '../../../worker/contract/applets/field-values.ts'
import type { DraftChange } from '../../../worker/contract/drafts/draft.ts'
import { aDraft, aStep } from './draft.fixture.ts'
import { beginState, docOf, draftReducer, isPending, type DraftEvent } from './draft-state.ts'

const name = (text: string): DraftChange => ({ kind: 'set_name', name: text })
const changed = (change: DraftChange): DraftEvent => ({ type: 'changed', change })
const sending: DraftEvent = { type: 'sending' }
const failed = (kind: 'offline' | 'deleted'): DraftEvent => ({ type: 'failed', failure: { kind } })
const theirs = aDraft({ name: 'Theirs', wait: 60 }, { version: 4 })
const conflict: DraftEvent = { type: 'failed', failure: { kind: 'conflict', theirs } }
const fold = (...events: DraftEvent[]) => events.reduce(draftReducer, beginState(aDraft({ name: 'First' })))

test('typing waits as one change, which is then sent', () => {
  const state = fold(changed(name('A')), changed(name('AB')))
  expect(state).toMatchObject({ waiting: [name('AB')], save: { kind: 'waiting' } })
  expect(draftReducer(state, sending)).toMatchObject({ sent: [name('AB')], waiting: [], save: { kind: 'saving' } })
})

test('what comes while saving waits for the next call', () => {
  const answered: DraftEvent = { type: 'answered', draft: aDraft({ name: 'A' }, { version: 4 }) }
  const state = fold(changed(name('A')), sending, changed(setWait(5)), answered)
  expect(state).toMatchObject({ sent: [], waiting: [setWait(5)], save: { kind: 'waiting' } })
  expect([docOf(state).name, waitOf(docOf(state))]).toEqual(['A', 5])
})

test('taking an own step away replaces what was typed into it', () => {
  const when = setWhen({ kind: 'code', code: 'too long' })
  const state = fold(changed(when), changed(setWait(5)), changed(setWhen({ kind: 'always' })))
  expect(state.waiting).toEqual([setWait(5), setWhen({ kind: 'always' })])
})

test('without an answer the same changes are sent again first', () => {
  const state = fold(changed(name('A')), sending, failed('offline'), changed(name('B')), sending)
  expect(state).toMatchObject({ sent: [name('A')], waiting: [name('B')] })
})

test('a conflict keeps both, and shows what was typed here', () => {
  const state = fold(changed(name('Mine')), sending, conflict, changed(setWait(5)))
  expect(state.save.kind).toBe('conflict')
  expect([docOf(state).name, waitOf(docOf(state))]).toEqual(['Mine', 5])
})

test('“Take theirs” shows the other version and drops what waits', () => {
  const state = fold(changed(name('Mine')), sending, conflict, { type: 'tookTheirs' })
  expect(docOf(state)).toEqual(theirs.doc)
  expect(isPending(state)).toBe(false)
})

test('“Keep mine” saves what is shown over the other version', () => {
  const state = fold(changed(name('Mine')), sending, conflict, { type: 'keptMine' })
  expect(state.base.version).toBe(4)
  expect(state.waiting).toEqual([name('Mine'), setWait(0)])
})

test('news from the server never replaces what waits', () => {
  const read: DraftEvent = { type: 'read', draft: theirs }
  expect(docOf(fold(changed(name('Mine')), read)).name).toBe('Mine')
  expect(docOf(fold(read)).name).toBe('Theirs')
})

test('an answer that a save has overtaken is passed over', () => {
  const saved: DraftEvent = { type: 'answered', draft: aDraft({ name: 'Saved' }, { version: 4 }) }
  const read: DraftEvent = { type: 'read', draft: aDraft({ name: 'First' }, { version: 3 }) }
  expect(fold(changed(name('Saved')), sending, saved, read).base).toMatchObject({ version: 4, doc: { name: 'Saved' } })
})

test('a deleted draft begins again with all that is shown', () => {
  const actions = [aStep('a', { fields: { text: 'hi' } })]
  const state = [failed('deleted'), { type: 'began', empty: aDraft({}, { id: null, version: 0 }) } as const].reduce(
    draftReducer,
    beginState(aDraft({ actions })),
  )
  expect(state.base.id).toBeNull()
  expect(docOf(state).steps).toEqual(actions)
})

const SECRET = { text: 'hi', password: SECRET_KEPT }
const withSecret = aDraft({ actions: [aStep('a', { fields: SECRET })] })
const fromSecret = (...events: DraftEvent[]) => events.reduce(draftReducer, beginState(withSecret))
const typed: DraftEvent = changed({ kind: 'set_fields', key: 'a', fields: { password: 'hunter2' } })

test('a step brought back says which secret is lost', () => {
  const removed = fromSecret(changed({ kind: 'remove_step', key: 'a' }))
  const restored = draftReducer(removed, { type: 'restored', doc: withSecret.doc })
  expect(restored).toMatchObject({ lostSecrets: ['a.password'], save: { kind: 'waiting' } })
  expect(docOf(restored).steps).toMatchObject([{ key: 'a', fields: { text: 'hi' } }])
  expect(draftReducer(restored, typed).lostSecrets).toEqual([])
})

test('news from the server does not hide a lost secret', () => {
  const removed = fromSecret(changed({ kind: 'remove_step', key: 'a' }))
  const restored = draftReducer(removed, { type: 'restored', doc: withSecret.doc })
  const saved = [sending, { type: 'answered', draft: aDraft() }, { type: 'read', draft: aDraft() }] as const
  expect(saved.reduce<typeof restored>(draftReducer, restored).lostSecrets).toEqual(['a.password'])
})

test.each([
  ['“Keep mine”', { type: 'keptMine' }],
  ['a new draft', { type: 'began', empty: aDraft() }],
] as const)('%s says which secret only the other draft had', (_name, event) => {
  const elsewhere: DraftEvent = { type: 'failed', failure: { kind: 'conflict', theirs: aDraft({}, { version: 4 }) } }
  expect(fromSecret(changed(name('Mine')), sending, elsewhere, event).lostSecrets).toEqual(['a.password'])
})

test('a secret that the server still has is not lost', () => {
  const same = { ...withSecret, version: 4 }
  const elsewhere: DraftEvent = { type: 'failed', failure: { kind: 'conflict', theirs: same } }
  expect(fromSecret(changed(name('Mine')), sending, elsewhere, { type: 'keptMine' }).lostSecrets).toEqual([])
})

const write = (key: string, text: string): DraftChange => ({ kind: 'set_fields', key, fields: { message: text } })
const refused: DraftEvent = { type: 'failed', failure: { kind: 'refused', message: 'Too long.' } }

test.each([
  ['while it is sent', [changed(write('a', 'long')), sending, changed(write('a', 'short')), refused]],
  ['after it was refused', [changed(write('a', 'long')), sending, refused, changed(write('a', 'short'))]],
  ['after another field', [changed(write('a', 'long')), changed(write('b', 'x')), changed(write('a', 'short'))]],
  ['after other changes', [changed(write('a', 'long')), changed(name('N')), changed(write('a', 'short'))]],
])('a refused text is not sent once shortened, %s', (_, events) => {
  const { sent, waiting } = draftReducer(fold(...events), sending)
  expect(sent.filter(({ kind }) => kind === 'set_fields')).toContainEqual(write('a', 'short'))
  expect(JSON.stringify([sent, waiting])).not.toContain('long')
})

test('fields of a step that was replaced stay behind', () => {
  const choose: DraftChange = { kind: 'choose_step', step: 'action', key: 'a', module_name: 'm', slug: 's' }
  const { waiting } = fold(changed(write('a', 'before')), changed(choose), changed(write('a', 'after')))
  expect(waiting).toEqual([write('a', 'before'), choose, write('a', 'after')])
})

test('a condition or a code that is refused is not sent again', () => {
  const code = (text: string): DraftChange => setWhen({ kind: 'code', code: text })
  const { waiting } = fold(changed(code('long')), changed(name('N')), changed(code('short')))
  expect(waiting).toEqual([name('N'), code('short')])
})

test('what was typed while the rest was refused is tried at once', () => {
  const state = fold(changed(write('a', 'long')), sending, changed(write('a', 'short')), refused)
  expect(state).toMatchObject({ save: { kind: 'waiting' }, waiting: [write('a', 'short')] })
  expect(fold(changed(write('a', 'long')), sending, refused).save).toMatchObject({ kind: 'refused' })
})
