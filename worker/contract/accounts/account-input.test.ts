import { expect, test } from 'vitest'
import { joinInput, newPasswordInput } from './account-input.ts'

const ada = { email: 'ada@example.test', login: 'ada' }
const taken = (password: string) => joinInput.safeParse({ ...ada, password }).success
const reset = (password: string) => newPasswordInput.safeParse({ token: 't', password }).success

test('accepts passwords of 15 characters or more when joining or resetting', () => {
  expect([taken('x'.repeat(15)), reset('x'.repeat(15))]).toEqual([true, true])
  expect([taken('x'.repeat(14)), reset('x'.repeat(14))]).toEqual([false, false])
})

test('accepts passwords of at most 128 characters', () => {
  expect([taken('x'.repeat(128)), taken('x'.repeat(129))]).toEqual([true, false])
})
