import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { ingredientSource } from './ingredient-completion.ts'
import { placeIngredient } from './place-ingredient.ts'

const OPTIONS = [
  { value: 'RepositoryName', label: 'Repository name', group: 'A star' },
  { value: 'StarredAt | date', label: 'Starred at', group: 'A star' },
  { value: 'GitHub.openIssues.IssueTitle', label: 'Issue title', group: 'Open issues' },
]

/** The state of a text in which `|` is the caret, and where that is. */
function textWithCaret(text: string): { state: EditorState; caret: number } {
  const caret = text.indexOf('|')
  return { state: EditorState.create({ doc: text.replace('|', '') }), caret }
}

test.each([
  ['{{|', ['Repository name', 'Starred at', 'Issue title']],
  ['New {{Rep|', ['Repository name']],
  ['{{ GitHub.open|}} done', ['Issue title']],
  ['{{A}} and {{title|', ['Issue title']],
  ['no braces|', null],
  ['{{A}}|', null],
  ['{ {A|', null],
])('completes in %j', async (text, labels) => {
  const { state, caret } = textWithCaret(text)
  const found = await ingredientSource(() => OPTIONS)(new CompletionContext(state, caret, true))
  expect(found?.options.map(({ label }) => label) ?? null).toEqual(labels)
})

test.each([
  ['Hi {{Na|', 'Hi {{Name}}'],
  ['Hi {{Na|}}!', 'Hi {{Name}}!'],
  ['Hi {{N|ame}}!', 'Hi {{Name}}!'],
  ['Hi {{| there', 'Hi {{Name}} there'],
])('puts a name into %j', (text, made) => {
  const { state, caret } = textWithCaret(text)
  const after = state.update(placeIngredient(state, 'Name', { from: text.indexOf('{{'), to: caret })).state
  expect(after.doc.toString()).toBe(made)
  expect(after.selection.main.head).toBe(made.indexOf('}}') + 2)
})
