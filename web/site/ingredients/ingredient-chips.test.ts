import { EditorState, type TransactionSpec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { expect, test } from 'vitest'
import { ingredientChips, namesChanged } from './ingredient-chips.ts'

const named = (name: string, label: string) => ({
  name,
  label,
  filter_name: `GitHub.star.${name}`,
  type: 'text' as const,
})
const NAMES = [named('RepositoryName', 'Repository name'), named('StarredAt', 'Starred at')]

function stateOf(doc: string): EditorState {
  return EditorState.create({ doc, extensions: ingredientChips(NAMES) })
}

/** The text as it is shown: each chip's name in brackets. */
function shownIn(state: EditorState): string {
  let [shown, at] = ['', 0]
  for (const set of state.facet(EditorView.decorations))
    if (typeof set !== 'function')
      set.between(0, state.doc.length, (from, to, { spec: { widget } }) => {
        shown += `${state.sliceDoc(at, from)}[${widget.label}${widget.isKnown ? '' : '?'}]`
        at = to
      })
  return shown + state.sliceDoc(at)
}

/** What screen readers are told of a change. */
function announced(state: EditorState, change: TransactionSpec): string[] {
  return state.update(change).effects.flatMap((effect) => (effect.is(EditorView.announce) ? [effect.value] : []))
}

test.each([
  ['New: {{RepositoryName}}, {{ StarredAt | date }}!', 'New: [Repository name], [Starred at]!'],
  ['{{RepositoryName}}{{RepositoryName}}', '[Repository name][Repository name]'],
  ['At {{Now | date}}', 'At [Now]'],
  ['{{GitHub.openIssues.IssueTitle}}', '[Issue title?]'],
  ['{{Repo', '{{Repo'],
  ['{{a b}} {{StarredAt}}', '{{a b}} [Starred at]'],
  ['one\n{{StarredAt}}\nthree', 'one\n[Starred at]\nthree'],
])('shows %j as %j', (text, shown) => expect(shownIn(stateOf(text))).toBe(shown))

test('an ingredient becomes a chip with its last brace', () => {
  const typing = stateOf('{{StarredAt}')
  expect(shownIn(typing)).toBe('{{StarredAt}')
  expect(shownIn(typing.update({ changes: { from: 12, insert: '}' } }).state)).toBe('[Starred at]')
})

test('a chip whose query was removed says so at once', () => {
  const state = stateOf('{{RepositoryName}}')
  const without = state.update({ effects: namesChanged.of(NAMES.slice(1)) }).state
  expect(shownIn(without)).toBe('[Repository name?]')
  expect(shownIn(without.update({ effects: namesChanged.of(NAMES) }).state)).toBe('[Repository name]')
})

test('written filters can be changed where the caret is', () => {
  const text = '{{RepositoryName | upper}} by'
  const focused = (anchor: number, given = text) => {
    const state = stateOf(given)
    const focus = state.facet(EditorView.focusChangeEffect).flatMap((effect) => effect(state, true) ?? [])
    return state.update({ selection: { anchor }, effects: focus }).state
  }
  expect(shownIn(stateOf(text))).toBe('[Repository name] by')
  expect(shownIn(focused(text.length))).toBe('[Repository name] by')
  expect(shownIn(focused(26))).toBe(text)
  expect(shownIn(focused(20, '{{StarredAt | date}}'))).toBe('[Starred at]')
})

test('screen readers are told which chip the caret passed', () => {
  const state = stateOf('a {{StarredAt}} b')
  expect(announced(state, { selection: { anchor: 2 } })).toEqual([])
  const before = state.update({ selection: { anchor: 2 } }).state
  expect(announced(before, { selection: { anchor: 15 } })).toEqual(['Starred at'])
  expect(announced(before, { selection: { anchor: 16 } })).toEqual([])
})

test('screen readers are told which chip was deleted', () => {
  const state = stateOf('a {{StarredAt}} b')
  const changes = { from: 2, to: 15 }
  expect(announced(state, { changes, userEvent: 'delete.backward' })).toEqual(['Starred at deleted'])
  expect(announced(state, { changes })).toEqual([])
})
