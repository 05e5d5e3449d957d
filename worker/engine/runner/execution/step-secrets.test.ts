import { expect, test } from 'vitest'
import { shownValue } from './step-secrets.ts'

test('shows a sealed input as dots', () => {
  expect([shownValue('sealed:1.a.b'), shownValue('hello')]).toEqual(['••••', 'hello'])
})
