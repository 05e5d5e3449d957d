import { expect, test } from 'vitest'
import template from '../../../../dev/service/template.json'
import { runnableService } from '../http/runnable-service.ts'
import { stepIo } from '../step-io.fixture.ts'
import { readServiceFile } from './read-service-file.ts'

const [trigger] = template.triggers
const [action] = template.actions

async function definitionOf(document: Record<string, unknown>) {
  const read = await readServiceFile(document, { taken: [], allowed_hosts: [] })
  if (read.kind === 'wrong') throw new Error(JSON.stringify(read.problems))
  return read.definition
}

test('a poll of a JSON file waits as long as it says', async () => {
  const service = runnableService(await definitionOf(template))
  const { io, asked } = stepIo([template.samples.triggers.new_parcel.answer], {
    token: null,
    credentials: { api_key: 'k-1' },
  })
  const call = { fields: { box: '7' }, applet_id: 1, page: null, etag: null, last_modified: null }
  expect(await service.triggers['new_parcel']?.poll?.(call, io)).toMatchObject({
    ok: true,
    value: { fresh_for: 300_000, items: [{ id: 'p1', ingredients: { Sender: 'Mona' } }] },
  })
  expect(asked[0]).toMatchObject({
    address: 'https://api.acme.test/boxes/7/parcels?limit=50',
    init: { headers: { 'x-api-key': 'k-1' } },
  })
})

test('what is due again is a new item by its second value', async () => {
  const id = ['$.id', '$.created_at']
  const service = runnableService(await definitionOf({ ...template, triggers: [{ ...trigger, id }] }))
  const parcel = { id: 'p1', sender: { name: 'Mona' } }
  const parcels = ['2026-03-22', '2026-03-01'].map((created_at) => ({ ...parcel, created_at }))
  const { io } = stepIo([{ parcels }, { parcels: [parcel] }])
  const call = { fields: { box: '7' }, applet_id: 1, page: null, etag: null, last_modified: null }
  const ask = () => service.triggers['new_parcel']?.poll?.(call, io)
  expect(await ask()).toMatchObject({ value: { items: [{ id: 'p1 2026-03-22' }, { id: 'p1 2026-03-01' }] } })
  expect(await ask()).toMatchObject({ ok: false, problem: { failure: 'protocol' } })
})

test.each([
  ['skip', { ok: false, problem: { failure: 'skip', message: 'It is open.' } }],
  ['done', { ok: true, value: { id: null, url: null, answer: 'It is open.' } }],
])('an error as %s says the words that the file points to', async (as, outcome) => {
  const errors = [{ status: 409, as, message: '$.why.text' }]
  const service = runnableService(await definitionOf({ ...template, actions: [{ ...action, errors }] }))
  const { io } = stepIo([Response.json({ why: { text: 'It is open.' }, message: 'No' }, { status: 409 })])
  const call = { fields: { box: '7' }, applet_id: 1 }
  expect(await service.actions['open_box']?.run(call, io)).toMatchObject(outcome)
})

test.each([
  [1_772_357_400, '2026-03-01T09:30:00.000Z'],
  [1_772_357_400_000, '2026-03-01T09:30:00.000Z'],
  ['2026-03-01T10:30:00+01:00', '2026-03-01T10:30:00+01:00'],
  [1e300, 1e300],
  [null, null],
])('the time %j of an item is told as %j', async (created_at, told) => {
  const service = runnableService(await definitionOf(template))
  const { io } = stepIo([{ parcels: [{ id: 'p1', sender: { name: 'Mona' }, created_at }] }])
  const call = { fields: { box: '7' }, applet_id: 1, page: null, etag: null, last_modified: null }
  expect(await service.triggers['new_parcel']?.poll?.(call, io)).toMatchObject({
    value: { items: [{ ingredients: { ArrivedAt: told } }] },
  })
})

test.each([
  ['{{fields.note}}', '{}'],
  ['{{fields.note | default: ""}}', '{"note":""}'],
])('an empty field sent as %s becomes %s', async (note, body) => {
  const service = runnableService(
    await definitionOf({ ...template, actions: [{ ...action, request: { post: '/open', json: { note } } }] }),
  )
  const { io, asked } = stepIo([{ id: 'o1' }])
  await service.actions['open_box']?.run({ fields: { box: '7', note: '' }, applet_id: 1 }, io)
  expect(asked[0]?.init.body).toBe(body)
})
