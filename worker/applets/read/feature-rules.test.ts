import { expect, test } from 'vitest'
import type { AppletField } from '../../contract/applets/applet.ts'
import { featureProblem, isOff } from './feature-rules.ts'

const door: AppletField = {
  key: '1.door',
  label: 'Door',
  hint: null,
  type: 'url',
  required: false,
  options: null,
  resolve_url: null,
  default_value: null,
  step_name: 'Step',
  module_name: 'homebase',
}
const feature = { required: false, fields: ['1.door'] }
const GOOD = { '1.door': 'https://door.test' }

test('a feature needs configuring while a field that it needs is empty (§8)', () => {
  for (const stored of [{}, { '1.door': '' }, { '1.door': '  ' }, { '0.door': 'https://other.test' }]) {
    expect(featureProblem(feature, [door], stored)).toEqual({ kind: 'missing' })
  }
  expect(featureProblem(feature, [door], GOOD)).toBeNull()
})

test('a default counts as filled in, until the user empties it', () => {
  const withDefault = { ...door, default_value: 'https://door.test' }
  expect(featureProblem(feature, [withDefault], {})).toBeNull()
  expect(featureProblem(feature, [withDefault], { '1.door': '' })).toEqual({ kind: 'missing' })
})

test('what its author fixed needs nothing of the user', () => {
  expect(featureProblem(feature, [], {})).toBeNull()
})

test('a stored value that fits no longer is named by its field (§8)', () => {
  expect(featureProblem(feature, [door], { '1.door': 'the front one' })).toEqual({
    kind: 'invalid',
    errors: [{ attribute: '1.door', message: 'Door must be a web address, like https://example.com.' }],
  })
})

test('a feature is off where it was switched off or has not what it needs; a required one is always on', () => {
  const off = (stored: Record<string, string>, switchedOff: boolean, required = false) =>
    isOff({ feature: { ...feature, required }, fields: [door], stored, switchedOff })
  expect([off(GOOD, false), off(GOOD, true), off({}, false)]).toEqual([false, true, true])
  expect(off({}, true, true)).toBe(false)
})
