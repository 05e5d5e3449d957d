import { expect, test } from 'vitest'
import { includedTax } from './tax-words.ts'

test.each([
  ['DE', 'includes $0.56 VAT'],
  ['AU', 'includes $0.56 GST'],
  ['JP', 'includes $0.56 tax'],
  [null, 'includes $0.56 tax'],
])('names the tax of %s', (country, words) => {
  expect(includedTax(56, 'usd', country)).toBe(words)
})
