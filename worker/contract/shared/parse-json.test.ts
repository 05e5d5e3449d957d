import { expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

test.each([
  ['{"a":[1]}', { a: [1] }],
  ['{', undefined],
  [`${'['.repeat(150)}${']'.repeat(150)}`, expect.any(Array)],
  [`${'['.repeat(250)}${']'.repeat(250)}`, undefined],
  [`${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`, undefined],
])('%.20j is read or refused', (text, value) => {
  expect(parseJson(text)).toEqual(value)
})
