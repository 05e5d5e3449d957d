import { expect, test } from 'vitest'
import { waitInWords } from '../../../worker/contract/drafts/wait-in-words.ts'
import { LONGEST_WAIT, partsOfWait, secondsOf, waitProblem } from './wait-parts.ts'

test('parts are whole numbers, and empty ones nothing', () => {
  expect(secondsOf({ hours: '1', minutes: ' 30 ', seconds: '' })).toBe(5400)
  expect(secondsOf({ hours: '', minutes: '90', seconds: '5' })).toBe(5405)
  expect(secondsOf({ hours: '1.5', minutes: '', seconds: '' })).toBeNull()
})

test.each([0, 59, 3600, 5405, LONGEST_WAIT])('%i seconds come back from their parts', (wait) => {
  expect(secondsOf(partsOfWait(wait))).toBe(wait)
})

test('a wait of more than 30 days is refused', () => {
  expect(waitProblem({ hours: '720', minutes: '', seconds: '' })).toBeNull()
  expect(waitProblem({ hours: '720', minutes: '', seconds: '1' })?.part).toBe('hours')
  expect(waitProblem({ hours: '', minutes: '-1', seconds: '' })?.part).toBe('minutes')
})

test('a wait in words has only its own units', () => {
  expect(waitInWords(93_600)).toBe('1 day, 2 hours')
  expect(waitInWords(61)).toBe('1 minute, 1 second')
  expect(waitInWords(LONGEST_WAIT)).toBe('30 days')
})
