import { setWait, setWhen } from '../../../worker/contract/drafts/draft-steps.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DraftChange } from '../../../worker/contract/drafts/draft.ts'
import { fakeStorage } from '../../browser/storage/fake-storage.fixture.ts'
import { forgetSavedStates } from '../../browser/storage/saved-page-state.ts'
import { aDraft, aStep } from './draft.fixture.ts'
import { beginState, type DraftState } from './draft-state.ts'
import { KeptChanges } from './kept-changes.ts'

const name = (text: string): DraftChange => ({ kind: 'set_name', name: text })
const state = (given: Partial<DraftState>): DraftState => ({ ...beginState(aDraft()), ...given })
const kept = (userId = 'ada') => new KeptChanges(userId, 7)
const local = fakeStorage()

beforeEach(() => {
  local.rows.clear()
  vi.stubGlobal('window', { localStorage: local, sessionStorage: fakeStorage() })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** The next tab has another id. */
function openTab() {
  vi.stubGlobal('window', { localStorage: local, sessionStorage: fakeStorage() })
}

test('brings back what a killed tab had not saved, once', () => {
  kept().keep(state({ waiting: [name('A')] }))
  openTab()
  expect(kept().take(aDraft())).toEqual({ sent: [], waiting: [name('A')], lostSecrets: [], conflict: false })
  expect(kept().take(aDraft())).toBeNull()
})

test('forgets what the server has', () => {
  kept().keep(state({ waiting: [name('A')] }))
  kept().keep(state({}))
  expect(local.rows.size).toBe(0)
})

test('knows its own save whose answer was lost', () => {
  kept().keep(state({ sent: [name('A')], waiting: [setWait(5)] }))
  const saved = aDraft({ name: 'A' }, { version: 4 })
  expect(kept().take(saved)).toEqual({
    sent: [],
    waiting: [setWait(5)],
    lostSecrets: [],
    conflict: false,
  })
})

test('takes changes as a page of before kept them', () => {
  const before = [
    { kind: 'set_when', when: { kind: 'code', code: 'skip()' } },
    { kind: 'set_wait', wait: 5 },
  ]
  kept().keep(state({ waiting: before as never[] }))
  expect(kept().take(aDraft())?.waiting).toEqual([setWhen({ kind: 'code', code: 'skip()' }), setWait(5)])
})

test('says that another version has come in between', () => {
  kept().keep(state({ waiting: [name('A')] }))
  expect(kept().take(aDraft({ name: 'B' }, { version: 4 }))).toMatchObject({ conflict: true })
})

test('each tab keeps its own changes, each user theirs', () => {
  kept().keep(state({ waiting: [name('A')] }))
  openTab()
  kept().keep(state({ waiting: [setWait(5)] }))
  expect(kept('bob').take(aDraft())).toBeNull()
  expect(kept().take(aDraft())?.waiting).toHaveLength(2)
})

test('keeps no secret in the storage', () => {
  const doc = { actions: [aStep('a')] }
  const fields = { text: 'hi', password: 'hunter2' }
  kept().keep(state({ base: aDraft(doc), waiting: [{ kind: 'set_fields', key: 'a', fields }] }))
  expect([...local.rows.values()].join()).toContain('hi')
  expect([...local.rows.values()].join()).not.toContain('hunter2')
})

test('says which secret a killed tab had not saved', () => {
  const base = aDraft({ actions: [aStep('a')] })
  const fields = { password: 'hunter2' }
  kept().keep(state({ base, waiting: [{ kind: 'set_fields', key: 'a', fields }] }))
  openTab()
  expect(kept().take(base)).toEqual({ sent: [], waiting: [], lostSecrets: ['a.password'], conflict: false })
})

test('a secret that was saved before its answer is not lost', () => {
  const base = aDraft({ actions: [aStep('a')] })
  kept().keep(state({ base, sent: [{ kind: 'set_fields', key: 'a', fields: { password: 'hunter2', text: 'x' } }] }))
  const saved = aDraft({ actions: [aStep('a', { fields: { text: 'x', password: '••••••••' } })] }, { version: 4 })
  expect(kept().take(saved)).toBeNull()
})

test('signing out forgets everything', () => {
  kept().keep(state({ waiting: [name('A')] }))
  forgetSavedStates()
  expect(kept().take(aDraft())).toBeNull()
})

test.each(['', '{', 'null', '{"version":"3"}', '{"version":3,"sent":{},"waiting":[]}'])(
  'ignores %j, which it did not write',
  (text) => {
    kept().keep(state({ waiting: [name('A')] }))
    const [key = ''] = local.rows.keys()
    local.rows.set(key, text)
    expect(kept().take(aDraft())).toBeNull()
  },
)
