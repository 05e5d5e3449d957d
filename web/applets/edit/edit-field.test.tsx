import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { FieldToEdit } from '../../../worker/contract/applets/applet.ts'
import { aField } from '../../../worker/contract/applets/applet-field.fixture.ts'
import { joinedValues } from '../../../worker/contract/shared/form-fields.ts'
import { splitCells } from '../../site/ingredients/cells.ts'
import { EditField } from './edit-field.tsx'

function html(given: Partial<FieldToEdit>, saved = '', error?: string): string {
  return renderToStaticMarkup(
    <EditField
      field={aField(given)}
      labelOf={(slug) => slug.toUpperCase()}
      saved={saved}
      error={error}
      serviceName="Feeds"
      accounts={[]}
      known={{ ingredients: [], options: [] }}
      timeZone="Europe/Lisbon"
      onListed={() => {}}
    />,
  )
}

test.each([
  ['date', '2026-03-01', 'type="date"'],
  ['datetime', '2026-03-01T07:30', 'type="datetime-local"'],
  ['time', '07:30', 'type="time"'],
  ['location', 'Lisbon', 'type="text"'],
  ['duration', '1h 30m', 'type="text"'],
  ['secret', '••••••••', 'type="password"'],
] as const)('a %s field with %s is an input with %s', (type, saved, attribute) => {
  const shown = html({ type }, saved)
  expect(shown).toContain(attribute)
  expect(shown).toContain(`value="${saved}"`)
  expect(shown).toMatch(/<label for="([^"]+)">Value<\/label>.*<input[^>]* id="\1"/)
})

test.each(['date', 'url', 'text', 'textarea'] as const)('a %s with an ingredient is a text', (type) => {
  const shown = html({ type, hint: 'A hint.' }, '{{EntryPublished}}')
  expect(shown).toMatch(
    /A hint\..*<textarea rows="\d"[^>]* name="0.value"[^>]* required=""[^>]*>\{\{EntryPublished\}\}<\/textarea>/,
  )
  expect(html({ type: 'secret' }, '{{Kept}}')).not.toContain('<textarea')
})

test('a row is sent as it is stored, also without script', () => {
  const shown = html({ type: 'textarea', syntax: 'cells', label: 'Row' }, 'a |||  ||| c')
  const sent = [
    ...shown.matchAll(/<(?:input type="hidden"|textarea)[^>]* name="0.value"[^>]*?(?: value="([^"]*)"\/>|>([^<]*)<)/g),
  ]
  const row = joinedValues(sent.map(([, value, text]) => value ?? text ?? ''))
  expect(splitCells(row)).toEqual(['a', '', 'c'])
})

test('a time of day has its zone', () => {
  expect(html({ type: 'time' })).toContain('In Europe/Lisbon.')
  expect(html({ type: 'date' })).not.toContain('Lisbon')
})

test('a text with live options suggests them and takes any other', () => {
  const shown = html({ type: 'text', resolve_url: 'https://api.github.com/user/repos' }, 'mona/own')
  expect(shown).toMatch(/<input type="text"[^>]*list="([^"]+)"[^>]*value="mona\/own".*<datalist id="\1"><\/datalist>/)
})

test('a place searched by its own text suggests what is found', () => {
  const resolve_url = 'https://api.test/#triggers/rain/value?value={value}'
  expect(html({ type: 'location', resolve_url })).toMatch(/<input type="text"[^>]*list="([^"]+)".*<datalist id="\1">/)
})

test('a checkbox group is named, announces errors and keeps choices', () => {
  const options = ['a', 'b'].map((value) => ({ label: value.toUpperCase(), value }))
  const shown = html({ type: 'checkbox', options, hint: 'Any of them.' }, 'b', 'Value must be some of the options.')
  expect(shown).toMatch(
    /^<input type="hidden" name="0.value" value=""\/><fieldset class="field choices" aria-describedby="(\S+)-hint \1-error"><legend>Value<\/legend>/,
  )
  expect([...shown.matchAll(/<input type="checkbox"[^>]*>/g)].map(([input]) => input)).toEqual([
    '<input type="checkbox" aria-invalid="true" name="0.value" value="a"/>',
    '<input type="checkbox" name="0.value" checked="" value="b"/>',
  ])
})

test('weekdays begin on Monday', () => {
  const shown = html({ type: 'weekdays' }, '0\n1')
  expect([...shown.matchAll(/<span>(\w+)<\/span>/g)].map(([, day]) => day).join(' ')).toBe(
    'Monday Tuesday Wednesday Thursday Friday Saturday Sunday',
  )
  expect([...shown.matchAll(/checked="" value="(\d)"/g)].map(([, day]) => day)).toEqual(['1', '0'])
})

test('a switch sends true, or nothing', () => {
  expect(html({ type: 'switch' }, 'true')).toMatch(/<input[^>]*role="switch"[^>]*checked=""[^>]*value="true"/)
  expect(html({ type: 'switch' })).not.toContain('checked')
})

test.each([
  ['{base}', 'Choose “BASE” first'],
  ['app1', 'Loading…'],
])('choices that depend on %s say %s', (base, words) => {
  const shown = html({ type: 'select', resolve_url: `https://api.acme.test/x#a/b/c?base=${base}` })
  expect(shown).toContain(`<option value="" selected="">${words}</option>`)
})
