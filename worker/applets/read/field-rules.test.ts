import { aField } from '../../contract/applets/applet-field.fixture.ts'
import { expect, test } from 'vitest'
import { SENTENCES } from '../../contract/errors.ts'
import type { AppletField } from '../../contract/applets/applet.ts'
import type { FieldType } from '../../contract/connections/service.ts'
import * as rules from './field-rules.ts'

const { needsConfiguration } = rules
const noIngredients = () => []
const checkFields = (
  fields: readonly AppletField[],
  given: Record<string, string>,
  ingredients: (key: string) => string[] = noIngredients,
) => rules.checkFields(fields, given, { ingredients, check: () => null })
const chooseFields = (choice: Omit<Parameters<typeof rules.chooseFields>[0], 'ingredients' | 'check'>) =>
  rules.chooseFields({ ...choice, ingredients: noIngredients, check: () => null })

function problem(field: AppletField, value: string): string | null {
  const checked = checkFields([field], { [field.key]: value })
  return checked.kind === 'valid' ? null : (checked.errors[0]?.message ?? '')
}

test('requires configuration for required fields without any value', () => {
  expect(needsConfiguration([])).toBe(false)
  expect(needsConfiguration([aField({ required: false }), aField({ default_value: '1' })])).toBe(false)
  expect(needsConfiguration([aField()])).toBe(true)
})

const shapes: [FieldType, good: string[], bad: string[], sentence: string][] = [
  [
    'url',
    ['https://a.test', 'http://a.test/x?y=z'],
    ['a.test', 'javascript:alert(1)', 'ftp://a.test', 'https://'],
    'Value must be a web address, like https://example.com.',
  ],
  [
    'email',
    ['a@b.test', 'a.b+c@d.e.test'],
    ['a', 'a@b', '@b.test', 'a b@c.test', 'a@b..test'],
    'Value must be an email address, like name@example.com.',
  ],
  ['number', ['0', '-3', '2.5'], ['1e5', '0x10', 'three', '1,5', 'Infinity', '--1', '.5'], 'Value must be a number.'],
  ['time', ['00:00', '07:30', '23:59'], ['24:00', '7:30', '12:60', '12:30:00'], 'Value must be a time, like 07:30.'],
  [
    'date',
    ['2026-03-01', '2028-02-29'],
    ['2026-02-30', '1.3.2026', '2026-3-1'],
    'Value must be a date, like 2026-03-01.',
  ],
  [
    'datetime',
    ['2026-03-01T07:30'],
    ['2026-03-01', '2026-03-01 07:30', '2026-03-01T24:00', '2026-02-30T07:30'],
    'Value must be a date with a time, like 2026-03-01T07:30.',
  ],
  [
    'duration',
    ['90s', '1h 30m', '2d', '1d2h3m4s'],
    ['90', '1m 1h', '-5m', '1.5h', 'h'],
    'Value must be a length of time, like 1h 30m.',
  ],
  ['weekdays', ['0', '1\n2\n3'], ['7', '1,2', '1\n1', 'Monday'], 'Value must be days of the week.'],
  ['switch', ['true'], ['on', 'false', '1'], 'Value must be on or off.'],
  ['location', ['Lisbon', '38.7, -9.1'], [], ''],
]

test.each(shapes)('accepts only well-formed values for a %s field', (type, good, bad, sentence) => {
  const field = aField({ type })
  expect(good.map((value) => problem(field, value))).toEqual(good.map(() => null))
  expect(bad.map((value) => problem(field, value))).toEqual(bad.map(() => sentence))
})

test('accepts some of the options of a checkbox group', () => {
  const options = ['a', 'b', 'c'].map((value) => ({ label: value, value }))
  const field = aField({ type: 'checkbox', options })
  expect(['a', 'a\nc'].map((value) => problem(field, value))).toEqual([null, null])
  expect(problem(field, 'a\nd')).toBe('Value must be some of the options.')
  expect(problem(aField({ type: 'switch' }), '')).toBeNull()
})

test('accepts ingredients where they are known, in any text field', () => {
  const check = (type: FieldType, value: string) => {
    const checked = checkFields([aField({ type })], { '0.value': value }, () => ['Title'])
    return checked.kind === 'valid' ? null : checked.errors[0]?.message
  }
  for (const type of ['text', 'textarea', 'url', 'number', 'date', 'location'] as const) {
    expect(check(type, '{{Title}}')).toBeNull()
    expect(check(type, '{{Titel}}')).toBe('There is no ingredient "Titel" (did you mean "Title"?).')
  }
  expect(check('weekdays', '{{Title}}')).toBe('Value must be days of the week.')
  expect(check('secret', '{{Titel}}')).toBeNull()
})

test('keeps a stored secret that the page could not show', () => {
  const fields = [aField({ type: 'secret' })]
  const stored = { '0.value': 'sealed:abc' }
  const save = (value: string) => chooseFields({ fields, stored, given: { '0.value': value }, preserve: false })
  expect(save('••••••••')).toEqual({ kind: 'valid', values: stored })
  expect(save('new')).toEqual({ kind: 'valid', values: { '0.value': 'new' } })
})

test('refuses a text that a run would take for a stored secret', () => {
  expect(problem(aField({ type: 'text' }), 'sealed: bids')).toBe(SENTENCES.unusable_characters)
  expect(problem(aField({ type: 'secret' }), 'sealed:1.a.b')).toBeNull()
})

test('limits a choice to its options unless they are live', () => {
  const options = [{ label: 'On', value: 'on' }]
  expect(problem(aField({ type: 'select', options }), 'on')).toBeNull()
  expect(problem(aField({ type: 'select', options }), 'off')).toBe('Value must be one of the options.')
  expect(problem(aField({ type: 'select', resolve_url: 'https://a.test/options' }), 'C01')).toBeNull()
})

test('rejects an empty value for required fields only', () => {
  expect(problem(aField(), '  ')).toBe("Value can't be empty.")
  expect(problem(aField({ default_value: 'x' }), '')).toBe("Value can't be empty.")
  expect(problem(aField({ required: false, type: 'url' }), '')).toBeNull()
  expect(checkFields([aField()], {})).toMatchObject({ kind: 'invalid' })
  expect(checkFields([aField({ default_value: 'x' })], {})).toEqual({ kind: 'valid', values: {} })
})

test('accepts 2,000 characters, in a textarea 20,000', () => {
  expect(problem(aField(), 'x'.repeat(2000))).toBeNull()
  expect(problem(aField(), 'x'.repeat(2001))).toBe('Value must be at most 2,000 characters.')
  expect(problem(aField({ type: 'textarea' }), 'x'.repeat(20_000))).toBeNull()
  expect(problem(aField({ type: 'textarea' }), 'x'.repeat(20_001))).toBe('Value must be at most 20,000 characters.')
})

test('trims values but keeps the lines of a text', () => {
  expect(checkFields([aField()], { '0.value': ' a ' })).toEqual({ kind: 'valid', values: { '0.value': 'a' } })
  expect(checkFields([aField({ type: 'textarea' })], { '0.value': ' a\n' })).toMatchObject({
    values: { '0.value': ' a\n' },
  })
})

test('keeps an emptied optional field empty despite its default', () => {
  const field = aField({ required: false, default_value: 'x' })
  expect(checkFields([field], { '0.value': '' })).toEqual({ kind: 'valid', values: { '0.value': '' } })
})

test('never stores keys that are not fields', () => {
  const given: Record<string, string> = JSON.parse('{"__proto__":"x","constructor":"y","0.value":"z"}')
  expect(checkFields([aField()], given)).toMatchObject({
    kind: 'invalid',
    errors: [{ attribute: '__proto__' }, { attribute: 'constructor' }],
  })
})

test('merges sent fields over stored ones with preserve', () => {
  const fields = [aField(), aField({ key: '1.other', label: 'Other' })]
  const stored = { '0.value': 'a', '1.other': 'b' }
  const given = { '1.other': 'c' }
  expect(chooseFields({ fields, stored, given, preserve: true })).toEqual({
    kind: 'valid',
    values: { '0.value': 'a', '1.other': 'c' },
  })
  expect(chooseFields({ fields, stored, given, preserve: false })).toMatchObject({
    kind: 'invalid',
    errors: [{ attribute: '0.value' }],
  })
})

test('keeps valid saved values and reports outdated ones without input', () => {
  const feed = aField({ key: '0.feed', type: 'url' })
  const press = (saved: Record<string, string>, preserve = true) =>
    chooseFields({ fields: [feed], stored: saved, preserve })
  const kept = { kind: 'valid', values: { '0.feed': 'https://a.test' } }
  expect(press({ '0.feed': 'https://a.test', '1.gone': 'x' })).toEqual(kept)
  expect(press({ '0.feed': 'https://a.test' }, false)).toEqual(kept)
  expect(press({ '0.feed': 'no address' })).toMatchObject({ kind: 'stale', errors: [{ attribute: '0.feed' }] })
})

test('drops optional values without preserve_applet_fields', () => {
  const note = aField({ key: '0.note', required: false })
  const press = (preserve: boolean) => chooseFields({ fields: [note], stored: { '0.note': 'mine' }, preserve })
  expect(press(false)).toEqual({ kind: 'valid', values: {} })
  expect(press(true)).toEqual({ kind: 'valid', values: { '0.note': 'mine' } })
})
