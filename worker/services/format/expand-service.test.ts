import { expect, test } from 'vitest'
import template from '../../../dev/service/template.json'
import { expandService } from './expand-service.ts'
import type { WrittenService } from './service-definition.ts'

const [action] = template.actions
const box = { label: 'Box', type: 'select', options: { get: '/boxes' } }
const parcel = [{ slug: 'Sender', from: '$.sender', example: 'Mona' }]

function expanded(change: object) {
  return expandService({ ...template, ...change } as unknown as WrittenService)
}

function fieldsOf(fields: readonly unknown[]) {
  return expanded({ shared: { fields: { box, constructor: box } }, actions: [{ ...action, fields }] }).actions?.[0]
    ?.fields
}

test('a file without shared parts stays as it is', () => {
  expect(expandService(template as unknown as WrittenService)).toEqual(template)
})

test('a shared field stands where it is named', () => {
  const note = { slug: 'note', label: 'Note', type: 'text' }
  expect(fieldsOf([note, 'box', 'constructor'])).toEqual([
    note,
    { slug: 'box', ...box },
    { slug: 'constructor', ...box },
  ])
})

test('a shared field takes the keys that a step writes', () => {
  expect(fieldsOf(['box', { $use: 'box', slug: 'to', label: 'To', required: false }])).toEqual([
    { slug: 'box', ...box },
    { slug: 'to', label: 'To', type: 'select', required: false, options: { get: '/boxes' } },
  ])
})

test('shared ingredients stand in the place of their name', () => {
  const own = { slug: 'ArrivedAt', name: 'There since', type: 'datetime', example: '2026-03-01' }
  const triggers = [{ ...template.triggers[0], ingredients: [own, 'parcel'] }]
  const service = expanded({ shared: { ingredients: { parcel } }, triggers })
  expect(service.triggers?.[0]?.ingredients).toEqual([own, { ...parcel[0], name: 'Sender', type: 'text' }])
  expect(service).not.toHaveProperty('shared')
})

test('an ingredient is a text with a name in words', () => {
  const ingredients = [{ slug: 'LastBox2Id', example: '7' }]
  expect(expanded({ queries: [{ ...template.queries[0], ingredients }] }).queries?.[0]?.ingredients).toEqual([
    { slug: 'LastBox2Id', name: 'Last box2 id', type: 'text', example: '7' },
  ])
})

test('a shared part of an answer has what stands beside it', () => {
  const samples = {
    account: { $use: 'mona' },
    triggers: { new_parcel: { answer: [{ $use: 'mona', id: 8, of: [{ $use: 'mona' }] }, { $use: 7 }] } },
  }
  const mona = { id: 7, name: 'Mona' }
  expect(expanded({ shared: { answers: { mona } }, samples }).samples).toEqual({
    account: mona,
    triggers: { new_parcel: { answer: [{ id: 8, name: 'Mona', of: [mona] }, { $use: 7 }] } },
  })
})
