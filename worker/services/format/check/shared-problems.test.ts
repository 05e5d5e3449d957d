import { expect, test } from 'vitest'
import template from '../../../../dev/service/template.json'
import { readServiceFile } from './read-service-file.ts'

const [trigger] = template.triggers
const [query] = template.queries
const [action] = template.actions
const [box, note] = action!.fields
const { slug: _, ...shared } = box!
const [sender, arrived] = trigger!.ingredients

/** The template with its box, its parcel's sender and its parcel written once. */
const WRITTEN = {
  ...template,
  shared: {
    fields: { box: shared },
    ingredients: { parcel: [sender] },
    answers: { parcel: template.samples.triggers.new_parcel.answer.parcels[0] },
  },
  triggers: [{ ...trigger, ingredients: ['parcel', arrived] }],
  queries: [{ ...query, fields: ['box'], ingredients: ['parcel'] }],
  actions: [{ ...action, fields: ['box', note] }],
  samples: {
    ...template.samples,
    queries: { parcels_waiting: { fields: { box: '7' }, answer: { parcels: [{ $use: 'parcel' }] } } },
  },
}
const { fields, ingredients, answers } = WRITTEN.shared

async function problemsOf(change: object) {
  const read = await readServiceFile({ ...WRITTEN, ...change }, { taken: [], allowed_hosts: [] })
  return read.kind === 'wrong' ? read.problems : []
}

test('a file with shared parts is the service that it stands for', async () => {
  const read = await readServiceFile(WRITTEN, { taken: [], allowed_hosts: [] })
  expect(read).toMatchObject({ definition: { triggers: template.triggers, actions: template.actions } })
})

test.each<[string, object, (string | number)[], string]>([
  [
    'a field that is not shared',
    { queries: [{ ...query, fields: ['boks'] }] },
    ['queries', 0, 'fields', 0],
    'boks is not under "shared.fields". There are box.',
  ],
  [
    'a changed field that is not shared',
    { queries: [{ ...query, fields: [{ $use: 'boks', required: false }] }] },
    ['queries', 0, 'fields', 0, '$use'],
    'boks is not under "shared.fields". There are box.',
  ],
  [
    'ingredients that are not shared',
    { shared: { fields, answers }, actions: [] },
    ['triggers', 0, 'ingredients', 0],
    'parcel is not under "shared.ingredients". There are none yet.',
  ],
  [
    'a part of an answer that is not shared',
    { shared: { fields, ingredients, answers: { letter: {} } } },
    ['samples', 'queries', 'parcels_waiting', 'answer', 'parcels', 0, '$use'],
    'parcel is not under "shared.answers". There are letter.',
  ],
  [
    'a shared field that nothing names',
    { shared: { ...WRITTEN.shared, fields: { ...fields, shelf: shared } } },
    ['shared', 'fields', 'shelf'],
    'is used nowhere. Remove it.',
  ],
  [
    'an example of shared ingredients that is none',
    { shared: { ...WRITTEN.shared, ingredients: { parcel: [{ ...sender, type: 'url' }] } } },
    ['shared', 'ingredients', 'parcel', 0, 'example'],
    'must be an address',
  ],
  [
    'an own ingredient behind shared ones',
    { triggers: [{ ...trigger, ingredients: ['parcel', { ...arrived, example: 'soon' }] }] },
    ['triggers', 0, 'ingredients', 1, 'example'],
    'must be',
  ],
  [
    'a field without its label',
    { queries: [{ ...query, fields: [{ slug: 'box', type: 'text' }] }] },
    ['queries', 0, 'fields', 0, 'label'],
    'is missing.',
  ],
  [
    'an ingredient without its example',
    { queries: [{ ...query, ingredients: [{ slug: 'Sender' }] }] },
    ['queries', 0, 'ingredients', 0, 'example'],
    'is missing.',
  ],
])('names %s with its place', async (_name, change, path, message) => {
  expect(await problemsOf(change)).toContainEqual({ path, message: expect.stringContaining(message) })
})

test('a wrong shared field is told once', async () => {
  const wrong = { ...shared, options: [{ label: 'Hall', value: '7' }] }
  expect(await problemsOf({ shared: { ...WRITTEN.shared, fields: { box: wrong } } })).toEqual([
    { path: ['shared', 'fields', 'box'], message: 'cannot have options.' },
  ])
})

test('what a step changes of a shared field is told there', async () => {
  const problems = await problemsOf({ queries: [{ ...query, fields: [{ $use: 'box', label: '\u200b' }] }] })
  expect(problems).toContainEqual({ path: ['queries', 0, 'fields', 0, 'label'], message: expect.any(String) })
})
