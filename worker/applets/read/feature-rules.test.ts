import { expect, test } from 'vitest'
import { aField } from '../../contract/applets/applet-field.fixture.ts'
import { featureProblem, isFeatureOff } from './feature-rules.ts'

const door = aField({ key: '1.door', label: 'Door', type: 'url', required: false })
const feature = { required: false, fields: ['1.door'] }
const GOOD = { '1.door': 'https://door.test' }

test('requires configuration while a needed field is empty', () => {
  for (const stored of [{}, { '1.door': '' }, { '1.door': '  ' }, { '0.door': 'https://other.test' }]) {
    expect(featureProblem(feature, [door], stored)).toEqual({ kind: 'missing' })
  }
  expect(featureProblem(feature, [door], GOOD)).toBeNull()
})

test('counts a default as filled until the user empties it', () => {
  const withDefault = { ...door, default_value: 'https://door.test' }
  expect(featureProblem(feature, [withDefault], {})).toBeNull()
  expect(featureProblem(feature, [withDefault], { '1.door': '' })).toEqual({ kind: 'missing' })
})

test('requires nothing of the user for author-fixed fields', () => {
  expect(featureProblem(feature, [], {})).toBeNull()
})

test('names the field whose stored value became invalid', () => {
  expect(featureProblem(feature, [door], { '1.door': 'the front one' })).toEqual({
    kind: 'invalid',
    errors: [{ attribute: '1.door', message: 'Door must be a web address, like https://example.com.' }],
  })
})

test('keeps required features on, others off without their fields', () => {
  const off = (stored: Record<string, string>, switchedOff: boolean, required = false) =>
    isFeatureOff({ feature: { ...feature, required }, fields: [door], stored, switchedOff })
  expect([off(GOOD, false), off(GOOD, true), off({}, false)]).toEqual([false, true, true])
  expect(off({}, true, true)).toBe(false)
})
