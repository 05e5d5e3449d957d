import { expect, test } from 'vitest'
import { settingsFrom } from './run-settings-fields.ts'

const EMPTY = { drop_contents: '', min_gap: '', quiet_from: '', quiet_to: '', expect_every: '' }

test('empty fields mean no limits and kept contents', () => {
  expect(settingsFrom(EMPTY)).toEqual({ keep_contents: true, min_gap: null, quiet: null, expect_every: null })
})

test('fields become seconds, minutes of the day and hours', () => {
  const fields = { drop_contents: 'yes', min_gap: '300', quiet_from: '22:30', quiet_to: '07:00', expect_every: '24' }
  expect(settingsFrom(fields)).toEqual({
    keep_contents: false,
    min_gap: 300,
    quiet: { from: 1350, to: 420 },
    expect_every: 24,
  })
})
