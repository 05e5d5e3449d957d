import { expect, test } from 'vitest'
import {
  fillOptionsAddress,
  missingField,
  readOptionsAddress,
  searchAddress,
  withNeededFields,
} from './options-address.ts'

const PLAIN = 'https://api.acme.test/bases?limit=200'
const DEPENDENT = withNeededFields('https://api.acme.test/bases/_/tables#actions/add/table', ['base', 'base'])

test('an address that depends on nothing stays as it is', () => {
  expect(withNeededFields(PLAIN, [])).toBe(PLAIN)
  expect(fillOptionsAddress(PLAIN, () => 'x')).toBe(PLAIN)
  expect(missingField(PLAIN)).toBeNull()
  expect(readOptionsAddress(PLAIN)).toEqual({ address: PLAIN, values: {} })
})

test.each(['app1', 'a b&c=d#e?f', '{base}', 'Größe'])('the address filled with %j is read as it was', (base) => {
  const filled = fillOptionsAddress(DEPENDENT, () => base)
  expect(missingField(filled)).toBeNull()
  expect(readOptionsAddress(filled)).toEqual({ address: DEPENDENT, values: { base } })
})

test('half a character in a field does not break its address', () => {
  expect(readOptionsAddress(fillOptionsAddress(DEPENDENT, () => 'a\ud83d')).values).toEqual({ base: 'a\ufffd' })
})

test.each([undefined, '', '  '])('a field that holds %j is missing', (base) => {
  expect(missingField(fillOptionsAddress(DEPENDENT, () => base))).toBe('base')
})

test('fields can be filled in one after the other', () => {
  const address = withNeededFields('https://api.acme.test/x#a/b/c', ['base', 'table'])
  const first = fillOptionsAddress(address, (slug) => (slug === 'base' ? 'b1' : undefined))
  expect(missingField(first)).toBe('table')
  expect(fillOptionsAddress(first, () => 't1')).toBe('https://api.acme.test/x#a/b/c?base=b1&table=t1')
})

test.each([
  ['os', 'https://api.acme.test/x#a/b/c?base={base}&place=os'],
  ['o', null],
  ['  ', null],
  ['{{Place}}', null],
])('with %j is searched at %j', (text, found) => {
  const address = withNeededFields('https://api.acme.test/x#a/b/c', ['base', 'place'])
  expect(searchAddress(address, 'place', text)).toBe(found)
})
