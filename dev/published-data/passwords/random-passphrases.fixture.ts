import { PASSWORD_MIN } from '../../../worker/contract/limits.ts'
import { Dice } from '../../../worker/testing/dice.ts'
import { seed } from '../../test/vitest/long-runs.ts'
import { listedPasswords } from './common-list.ts'

const CHARACTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#%&*+-=?_']
const LONGEST_CHARACTERS = 24

/** Half of them are words that people use, half are characters by chance; always the same ones. */
export function randomPassphrases(count: number): string[] {
  const words = listedPasswords().filter((password) => /^[a-z]{4,9}$/.test(password))
  const dice = new Dice(seed)
  const oneOf = (from: readonly string[]) => dice.oneOf(from) ?? ''
  const ofWords = () => Array.from({ length: 4 }, () => oneOf(words)).join(oneOf([' ', '-', '']))
  const ofCharacters = () => {
    const length = PASSWORD_MIN + dice.below(LONGEST_CHARACTERS - PASSWORD_MIN)
    return Array.from({ length }, () => oneOf(CHARACTERS)).join('')
  }
  return Array.from({ length: count }, (_, nth) => (nth % 2 === 0 ? ofWords() : ofCharacters()))
}
