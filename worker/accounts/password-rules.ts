import { SENTENCES } from '../contract/errors.ts'

// The most guessed passwords that are long enough, without spaces and punctuation.
const COMMON = new Set([
  '123456789012345',
  '1234567890123456',
  '12345678901234567890',
  '123123123123123',
  '1q2w3e4r5t6y7u8i',
  '1qaz2wsx3edc4rfv',
  'abcdefghijklmno',
  'abcdefghijklmnop',
  'abcdefghijklmnopqrstuvwxyz',
  'correcthorsebatterystaple',
  'iloveyouiloveyou',
  'letmeinletmein123',
  'passwordpassword',
  'password12345678',
  'password123456789',
  'passwordpassword1',
  'qwertyuiopasdfg',
  'qwertyuiopasdfgh',
  'qwertyuiopasdfghjkl',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwerty1234567890',
  'thisismypassword',
])
const FEWEST_DIFFERENT_CHARACTERS = 5

/** Why a new password is refused, or null. The contract checks its length. */
export function passwordProblem(password: string, owner: { email: string; login: string }): string | null {
  const plain = password.normalize('NFKC').toLowerCase()
  if ([owner.email, owner.login.toLowerCase()].includes(plain.trim())) {
    return SENTENCES.password_names_owner
  }
  const bare = plain.replace(/[\s\p{P}]+/gu, '')
  if (COMMON.has(bare) || new Set(plain).size < FEWEST_DIFFERENT_CHARACTERS) {
    return SENTENCES.password_too_easy
  }
  return null
}
