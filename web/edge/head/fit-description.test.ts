import { expect, test } from 'vitest'
import { fitDescription } from './fit-description.ts'

const MORE = 'Browse its triggers, queries and actions, and Applets that use it.'

test.each([
  ['', MORE],
  [' Adds \n a row ', `Adds a row. ${MORE}`],
  ['Adds a row.', `Adds a row. ${MORE}`],
  [MORE, MORE],
])('a short text is followed by more: “%s”', (text, description) => {
  expect(fitDescription(text, MORE)).toBe(description)
})

test.each([
  [`${'word '.repeat(31)}last letters`, `${'word '.repeat(31)}last…`],
  ['a'.repeat(161), `${'a'.repeat(159)}…`],
  [`${'a'.repeat(158)}😀😀`, `${'a'.repeat(158)}…`],
])('a long text is cut at a character’s end, case %#', (text, description) => {
  expect(fitDescription(text, MORE)).toBe(description)
})
