import { expect, test } from 'vitest'
import { joinInput, newPasswordInput } from './account-input.ts'

const ada = { email: 'ada@example.test', login: 'ada' }
const taken = (password: string) => joinInput.safeParse({ ...ada, password }).success
const reset = (password: string) => newPasswordInput.safeParse({ token: 't', password }).success

// §D3.4-02
test('a password of 15 characters is taken, one of 14 is not, to join and after a reset (§D3.4)', () => {
  expect([taken('x'.repeat(15)), reset('x'.repeat(15))]).toEqual([true, true])
  expect([taken('x'.repeat(14)), reset('x'.repeat(14))]).toEqual([false, false])
})

test('a password may be a long sentence of 128 characters, and no longer than that', () => {
  expect([taken('x'.repeat(128)), taken('x'.repeat(129))]).toEqual([true, false])
})
