import { expect, test } from 'vitest'
import { completionAt, placeholderFor } from './ingredient-completion.ts'

test.each([
  ['{{|', ''],
  ['New {{Rep|', 'Rep'],
  ['{{ GitHub.open|}} done', 'GitHub.open'],
  ['{{A}} and {{B|', 'B'],
  ['no braces|', null],
  ['{{A}}|', null],
  ['{{A | trim|', null],
  ['{ {A|', null],
])('completes in %j', (text, typed) => {
  const caret = text.indexOf('|', text.lastIndexOf('{')) === -1 ? text.length : text.lastIndexOf('|')
  const plain = text.slice(0, caret) + text.slice(caret + 1)
  expect(completionAt(plain, caret)?.typed ?? null).toBe(typed)
})

test.each([
  ['Hi {{Na|', 'Hi {{Name}}'],
  ['Hi {{Na|}}!', 'Hi {{Name}}!'],
  ['Hi {{N|ame}}!', 'Hi {{Name}}!'],
  ['Hi {{| there', 'Hi {{Name}} there'],
])('puts a name into %j', (text, made) => {
  const caret = text.indexOf('|')
  const plain = text.replace('|', '')
  const found = completionAt(plain, caret)
  const { written, to } = placeholderFor('Name', plain, caret)
  expect(plain.slice(0, found?.from) + written + plain.slice(to)).toBe(made)
})
