import { array, assert, nat, property } from 'fast-check'
import { expect, test } from 'vitest'
import { decodeSortedNumbers, encodeSortedNumbers } from './sorted-numbers.ts'

test('decoding gives back any ascending numbers', () =>
  assert(
    property(array(nat(1_000_000)), (given) => {
      const numbers = [...new Set(given)].toSorted((a, b) => a - b)
      expect([...decodeSortedNumbers(encodeSortedNumbers(numbers))]).toEqual(numbers)
    }),
  ))
