import { expect, test } from 'vitest'
import { GAPS, paceFrom, quietProblem, timeText, withChosen } from './pace-values.ts'

const EMPTY = { min_gap: '', quiet_from: '', quiet_to: '' }

test('empty fields mean no limits', () => {
  expect(paceFrom(EMPTY)).toEqual({ min_gap: null, quiet: null })
})

test('fields become seconds and minutes of the day', () => {
  const fields = { min_gap: '300', quiet_from: '22:30', quiet_to: '07:00' }
  expect(paceFrom(fields)).toEqual({ min_gap: 300, quiet: { from: 1350, to: 420 } })
  expect(timeText(1350)).toBe('22:30')
  expect(timeText(undefined)).toBe('')
})

test('quiet hours need two different ends', () => {
  expect(quietProblem(EMPTY)).toEqual({})
  expect(quietProblem({ ...EMPTY, quiet_from: '22:00' })).toHaveProperty('quiet_to')
  expect(quietProblem({ ...EMPTY, quiet_to: '22:00' })).toHaveProperty('quiet_from')
  expect(quietProblem({ ...EMPTY, quiet_from: '22:00', quiet_to: '22:00' })).toHaveProperty('quiet_to')
})

test('a value set elsewhere stays a choice', () => {
  expect(withChosen(GAPS, 7, 'seconds').at(-1)).toEqual({ label: '7 seconds', value: '7' })
  expect(withChosen(GAPS, 300, 'seconds')).toBe(GAPS)
})
