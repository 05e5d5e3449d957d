import { setWait, setWhen } from './draft-steps.ts'
import { stepsOfKind } from '../applets/step-list.ts'
import { expect, test } from 'vitest'
import { changeDraft } from './change-draft.ts'
import { EMPTY_DRAFT, DRAFT_ACTIONS_MAX, type AppletDraft, type DraftChange } from './draft.ts'

function choose(step: 'trigger' | 'query' | 'action', key: string, slug = 'send') {
  return { kind: 'choose_step' as const, step, key, module_name: 'acme', slug }
}

function after(changes: DraftChange[], doc: AppletDraft | null = EMPTY_DRAFT): AppletDraft | null {
  let changed = doc
  for (const change of changes) changed = changed && changeDraft(changed, change)
  return changed
}

const actionsOf = (doc: AppletDraft | null) => stepsOfKind(doc?.steps ?? [], 'action')
const keysOf = (doc: AppletDraft | null) => actionsOf(doc).map(({ key }) => key)
const THREE = [choose('action', 'a'), choose('action', 'b'), choose('action', 'c')]

test('a step comes to the end of its row', () => {
  const doc = after([...THREE, choose('trigger', 't'), choose('query', 'q')])
  expect(doc?.steps.map(({ kind, key }) => [kind, key])).toEqual([
    ['trigger', 't'],
    ['query', 'q'],
    ['action', 'a'],
    ['action', 'b'],
    ['action', 'c'],
  ])
})

test('another step takes the place of the one with its key', () => {
  const filled: DraftChange = { kind: 'set_fields', key: 'b', fields: { text: 'x' } }
  const doc = after([...THREE, filled, choose('action', 'b', 'post')])
  expect(keysOf(doc)).toEqual(['a', 'b', 'c'])
  expect(actionsOf(doc)[1]).toEqual(expect.objectContaining({ slug: 'post', fields: {} }))
  expect(actionsOf(after([...THREE, filled, choose('action', 'b')]))[1]?.fields).toEqual({ text: 'x' })
})

test.each([
  [0, ['c', 'a', 'b']],
  [1, ['a', 'c', 'b']],
  [9, ['a', 'b', 'c']],
])('a step moves to place %i, or to the last', (to, order) => {
  expect(keysOf(after([...THREE, { kind: 'move_step', key: 'c', to }]))).toEqual(order)
})

test('what cannot be done is refused', () => {
  expect(after([...THREE, choose('query', 'a')])).toBeNull()
  expect(after([choose('action', 'when')])).toBeNull()
  expect(after([{ kind: 'set_fields', key: 'gone', fields: {} }])).toBeNull()
  expect(after([{ kind: 'move_step', key: 'gone', to: 0 }])).toBeNull()
  const full = Array.from({ length: DRAFT_ACTIONS_MAX }, (_, n) => choose('action', `k${n}`))
  expect(after([...full, choose('action', 'more')])).toBeNull()
})

test('the filter and the wait stand between queries and actions', () => {
  const set: DraftChange[] = [setWait(5), setWhen({ kind: 'code', code: 'x' })]
  const doc = after([...THREE, ...set, choose('query', 'q'), choose('trigger', 't')])
  expect(doc?.steps.map(({ kind }) => kind)).toEqual([
    'trigger',
    'query',
    'filter',
    'wait',
    'action',
    'action',
    'action',
  ])
  const none = after([setWait(0), setWhen({ kind: 'always' })], doc)
  expect(none?.steps.map(({ kind }) => kind)).toEqual(['trigger', 'query', 'action', 'action', 'action'])
})

test('another trigger takes the place of the first', () => {
  const doc = after([choose('trigger', 't'), choose('action', 'a'), choose('trigger', 'u')])
  expect(doc?.steps.map(({ key }) => key)).toEqual(['u', 'a'])
})

test('a field is asked for once, and its value stays beside', () => {
  const ask: DraftChange = { kind: 'ask_users', key: 'a', field: 'text', asked: true }
  const doc = after([choose('action', 'a'), { kind: 'set_fields', key: 'a', fields: { text: 'x' } }, ask, ask])
  expect(actionsOf(doc)[0]).toMatchObject({ asked: ['text'], fields: { text: 'x' } })
  expect(actionsOf(after([{ ...ask, asked: false }], doc))[0]?.asked).toEqual([])
})

test('each change made twice is made once', () => {
  const changes: DraftChange[] = [
    ...THREE,
    { kind: 'set_fields', key: 'a', fields: { text: 'x' } },
    { kind: 'move_step', key: 'c', to: 0 },
    { kind: 'choose_account', key: 'a', account_slot: 2 },
    { kind: 'accept_step', key: 'a' },
    setWhen({ kind: 'code', code: 'x' }),
    { kind: 'set_name', name: 'Mine' },
    setWait(5),
    { kind: 'set_pace', min_gap: 60, quiet: { from: 0, to: 60 } },
    { kind: 'remove_step', key: 'b' },
  ]
  const once = after(changes)
  expect(after(changes.slice(3), once)).toEqual(once)
  for (const change of changes.filter((each) => each.kind !== 'choose_step' || each.key !== 'b'))
    expect(after([change], once)).toEqual(once)
})

test('the label of a choice stays as long as its value', () => {
  const set = (fields: Record<string, string>, labels?: Record<string, string>): DraftChange => {
    return { kind: 'set_fields', key: 'a', fields, labels }
  }
  const chosen = after([choose('action', 'a'), set({ channel: 'C01' }, { 'channel=C01': '#general' })])
  expect(actionsOf(chosen)[0]?.labels).toEqual({ 'channel=C01': '#general' })
  expect(actionsOf(after([set({ text: 'Hi' })], chosen))[0]?.labels).toEqual({ 'channel=C01': '#general' })
  expect(actionsOf(after([set({ channel: 'C02' })], chosen))[0]).not.toHaveProperty('labels')
})

test('what was said for a field is gone once it is set', () => {
  const said = { project: 'Work', label: 'urgent' }
  const begun = after([{ ...choose('action', 'a'), guessed: true, said }])
  expect(actionsOf(begun)[0]?.said).toEqual(said)
  const set = (fields: Record<string, string>, guessed?: boolean): DraftChange => {
    return { kind: 'set_fields', key: 'a', fields, guessed }
  }
  const half = after([{ kind: 'accept_step', key: 'a' }, set({ project: '' })], begun)
  expect(actionsOf(half)[0]).toMatchObject({ guessed: false, said: { label: 'urgent' } })
  const none = after([set({ label: 'x' }, true)], half)
  expect(actionsOf(none)[0]).not.toHaveProperty('said')
  expect(actionsOf(none)[0]?.guessed).toBe(true)
  expect(actionsOf(after([choose('action', 'a', 'post')], begun))[0]).not.toHaveProperty('said')
})
