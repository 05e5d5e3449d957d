import { expect, test } from 'vitest'
import type { AppletField } from '../../contract/applets/applet.ts'
import type { FieldType } from '../../contract/connections/service.ts'
import { checkFields, chooseFields, needsConfiguration } from './field-rules.ts'

function aField(given: Partial<AppletField> = {}): AppletField {
  return {
    key: '0.value',
    label: 'Value',
    hint: null,
    type: 'text',
    required: true,
    options: null,
    resolve_url: null,
    default_value: null,
    step_name: 'Step',
    module_name: 'feeds',
    ...given,
  }
}

function problem(field: AppletField, value: string): string | null {
  const checked = checkFields([field], { [field.key]: value })
  return checked.kind === 'valid' ? null : (checked.errors[0]?.message ?? '')
}

test('configuration is needed where a required field has no value of anybody (§4.8)', () => {
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
]

test.each(shapes)('a field of type %s takes its shape and nothing else', (type, good, bad, sentence) => {
  const field = aField({ type })
  expect(good.map((value) => problem(field, value))).toEqual(good.map(() => null))
  expect(bad.map((value) => problem(field, value))).toEqual(bad.map(() => sentence))
})

test('a choice is one of its options; live options are known to the service alone', () => {
  const options = [{ label: 'On', value: 'on' }]
  expect(problem(aField({ type: 'select', options }), 'on')).toBeNull()
  expect(problem(aField({ type: 'select', options }), 'off')).toBe('Value must be one of the options.')
  expect(problem(aField({ type: 'select', resolve_url: 'https://a.test/options' }), 'C01')).toBeNull()
})

test('a required field takes no empty value, an optional one does', () => {
  expect(problem(aField(), '  ')).toBe("Value can't be empty.")
  expect(problem(aField({ default_value: 'x' }), '')).toBe("Value can't be empty.")
  expect(problem(aField({ required: false, type: 'url' }), '')).toBeNull()
  expect(checkFields([aField()], {})).toMatchObject({ kind: 'invalid' })
  expect(checkFields([aField({ default_value: 'x' })], {})).toEqual({ kind: 'valid', values: {} })
})

test('2,000 characters fit and one more does not', () => {
  expect(problem(aField(), 'x'.repeat(2000))).toBeNull()
  expect(problem(aField(), 'x'.repeat(2001))).toBe('Value must be at most 2,000 characters.')
})

test('values are trimmed, but not the lines of a text', () => {
  expect(checkFields([aField()], { '0.value': ' a ' })).toEqual({ kind: 'valid', values: { '0.value': 'a' } })
  expect(checkFields([aField({ type: 'textarea' })], { '0.value': ' a\n' })).toMatchObject({
    values: { '0.value': ' a\n' },
  })
})

test('an optional field with a default can be emptied and stays so', () => {
  const field = aField({ required: false, default_value: 'x' })
  expect(checkFields([field], { '0.value': '' })).toEqual({ kind: 'valid', values: { '0.value': '' } })
})

test('no key from outside reaches what is stored', () => {
  const given: Record<string, string> = JSON.parse('{"__proto__":"x","constructor":"y","0.value":"z"}')
  expect(checkFields([aField()], given)).toMatchObject({
    kind: 'invalid',
    errors: [{ attribute: '__proto__' }, { attribute: 'constructor' }],
  })
})

test('with preserve the fields that were sent go over those that were stored (§4.8)', () => {
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

test('the main button keeps what was saved, forgets what is no field any more, and says where it fits no longer (§4.8)', () => {
  const feed = aField({ key: '0.feed', type: 'url' })
  const press = (saved: Record<string, string>, preserve = true) =>
    chooseFields({ fields: [feed], stored: saved, preserve })
  const kept = { kind: 'valid', values: { '0.feed': 'https://a.test' } }
  expect(press({ '0.feed': 'https://a.test', '1.gone': 'x' })).toEqual(kept)
  expect(press({ '0.feed': 'https://a.test' }, false)).toEqual(kept)
  expect(press({ '0.feed': 'no address' })).toMatchObject({ kind: 'stale', errors: [{ attribute: '0.feed' }] })
})

test('without preserve_applet_fields what nobody has to fill in goes, with it that stays (§4.8)', () => {
  const note = aField({ key: '0.note', required: false })
  const press = (preserve: boolean) => chooseFields({ fields: [note], stored: { '0.note': 'mine' }, preserve })
  expect(press(false)).toEqual({ kind: 'valid', values: {} })
  expect(press(true)).toEqual({ kind: 'valid', values: { '0.note': 'mine' } })
})
