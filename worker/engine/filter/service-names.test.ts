import { expect, test } from 'vitest'
import { numberSteps, serviceName, setterName, stepName } from './service-names.ts'

test.each([
  ['GitHub', 'GitHub'],
  ['Google Sheets', 'GoogleSheets'],
  ['e-mail', 'EMail'],
  ['Café & Co.', 'CafeCo'],
  ["Mona's list", 'MonasList'],
  ['500px', '_500px'],
  ['Map', 'MapService'],
  ['Meta', 'MetaService'],
])('writes the service %s as %s', (name, written) => {
  expect(serviceName(name)).toBe(written)
})

test('writes steps and fields in camel case', () => {
  expect(stepName('new_mention')).toBe('newMention')
  expect(stepName('send')).toBe('send')
  expect(stepName('3d_print')).toBe('_3dPrint')
  expect(setterName('spreadsheet_name')).toBe('setSpreadsheetName')
})

test('numbers equal steps from the second on', () => {
  const step = (name: string) => ({ service: 'Mastodon', step: name })
  expect(numberSteps([step('post'), step('post'), step('like'), step('post')])).toEqual([
    'post',
    'post2',
    'like',
    'post3',
  ])
  expect(numberSteps([step('post'), step('post'), step('post2')])).toEqual(['post', 'post3', 'post2'])
})
