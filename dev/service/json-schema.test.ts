import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { serviceSchema } from '../../worker/services/format/service-schema.ts'
import { ROOT } from '../processes/run.ts'
import { formatKeys, keyTable, publishedSchema } from './json-schema.ts'
import { EXPLAINED, tableKey } from './key-meanings.ts'
import { SCHEMA_FILE } from './write-schema.ts'
import template from './template.json'

const validate = new Ajv2020({ allErrors: false, strict: false }).compile(publishedSchema())
const accepts = (document: unknown) => serviceSchema.safeParse(document).success

const [box, ...others] = template.actions[0]!.fields
const { slug: _, ...shared } = box!
/** The template with parts that are written once. */
const DOCUMENT = {
  ...template,
  shared: {
    fields: { box: shared },
    ingredients: { parcel: template.queries[0]!.ingredients },
    answers: { parcel: template.samples.triggers.new_parcel.answer.parcels[0] },
  },
  queries: [{ ...template.queries[0], fields: [{ $use: 'box', label: 'Its box' }], ingredients: ['parcel'] }],
  actions: [{ ...template.actions[0], fields: ['box', ...others] }],
}

type Change = { at: number; kind: 'drop' | 'replace' | 'add'; value: unknown }
/** Values that some key of the format might hold, and some that none does. */
const VALUES = [
  '',
  'x',
  'Acme',
  '$.a[0].b',
  '$..a',
  '/a/{{fields.box}}',
  'https://api.acme.example/x',
  'http://a.b',
  0,
  1,
  300,
]
const SHAPES = [
  null,
  true,
  [],
  {},
  [{}],
  { get: '/x' },
  { get: '/x', post: '/y' },
  { kind: 'none' },
  { from: '$.a' },
  { $use: 'box' },
]
const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(400),
  kind: fc.constantFrom('drop', 'replace', 'add'),
  value: fc.oneof(fc.constantFrom(...VALUES, ...SHAPES), fc.string({ maxLength: 60 }), fc.jsonValue({ maxDepth: 2 })),
})

/** The document with one of its objects or lists changed. */
function changed(document: unknown, changes: readonly Change[]): unknown {
  const copy = structuredClone(document)
  for (const { at, kind, value } of changes) {
    const parts = containersOf(copy)
    const part = parts[at % parts.length] ?? {}
    const keys = Object.keys(part)
    const key = keys[Math.floor(at / parts.length) % Math.max(1, keys.length)] ?? 'name'
    switch (kind) {
      case 'drop':
        Reflect.deleteProperty(part, key)
        break
      case 'replace':
        Reflect.set(part, key, value)
        break
      case 'add':
        Reflect.set(part, Array.isArray(part) ? String(part.length) : `${key}_`, value)
    }
  }
  // A list from which something was dropped has no holes in JSON.
  return JSON.parse(JSON.stringify(copy))
}

function containersOf(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap(containersOf)]
}

test('the published schema accepts what the product accepts', () => {
  expect([validate(DOCUMENT), accepts(DOCUMENT)]).toEqual([true, true])
  let refused = 0
  fc.assert(
    fc.property(fc.array(change, { minLength: 0, maxLength: 3 }), (changes) => {
      const document = changed(DOCUMENT, changes)
      if (!accepts(document)) refused += 1
      expect({ document, accepted: validate(document) }).toEqual({ document, accepted: accepts(document) })
    }),
    { numRuns: 3000 },
  )
  expect(refused).toBeGreaterThan(300)
  expect(refused).toBeLessThan(2900)
})

test('the schema that the site serves is the newest', () => {
  const served: unknown = JSON.parse(readFileSync(join(ROOT, SCHEMA_FILE), 'utf8'))
  expect(served).toEqual(JSON.parse(JSON.stringify(publishedSchema())))
})

test('every key of the format is explained, and no other', () => {
  expect(
    formatKeys(publishedSchema())
      .map(({ key }) => tableKey(key))
      .toSorted(),
  ).toEqual(EXPLAINED.toSorted())
})

test('docs/services.md has the table of all keys', () => {
  const text = readFileSync(join(ROOT, 'docs/services.md'), 'utf8')
  const plain = (table: string) => table.replaceAll(/ +/g, ' ').replaceAll(/-+/g, '-')
  expect(plain(text)).toContain(plain(keyTable(publishedSchema())))
})
