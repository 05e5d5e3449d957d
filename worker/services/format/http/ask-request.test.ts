import { expect, test } from 'vitest'
import type { ServiceDefinition } from '../service-definition.ts'
import { stepIo } from '../step-io.fixture.ts'
import { askRequest } from './ask-request.ts'
import { runnableService } from './runnable-service.ts'

const requests = { find_box: { get: '/boxes', query: { label: '{{values.label}}' } } }
const acme: ServiceDefinition & { requests: typeof requests } = {
  id: 'acme',
  name: 'Acme',
  description: 'Boxes.',
  color: '#0b7285',
  hosts: ['api.acme.test'],
  connect: { kind: 'none' },
  requests,
  actions: [
    {
      slug: 'open_box',
      name: 'Open a box',
      repeat: 'unsafe',
      fields: [{ slug: 'box', label: 'Box', type: 'text' }],
      request: {
        post: '/boxes/{{values.id}}/open',
        json: { note: '{{fields.box}}', box: { $parse: '{{values.box}}' } },
      },
      result: { id: '$.id' },
    },
  ],
  code: {
    actions: {
      open_box: {
        asked: (ask) => async (call, io) => {
          const found = await askRequest(acme, { name: 'find_box', values: { label: call.fields['box'] ?? '' } }, io)
          return found.ok ? ask({ ...call, values: { id: 'a/b', box: found.value.text } }, io) : found
        },
      },
    },
  },
}

function open(box: string, answers: readonly unknown[]) {
  const { io, asked } = stepIo(answers, { key: 'sy_1' })
  const outcome = runnableService(acme).actions['open_box']?.run({ fields: { box }, applet_id: 1 }, io)
  return { outcome, asked }
}

test('code makes the request of the file with its values', async () => {
  const { outcome, asked } = open('Blue', [{ shelf: 7 }, { id: 'x' }])
  expect(await outcome).toMatchObject({ ok: true, value: { id: 'x' } })
  expect(asked.map(({ address }) => address)).toEqual([
    'https://api.acme.test/boxes?label=Blue',
    'https://api.acme.test/boxes/a%2Fb/open',
  ])
  expect(JSON.parse(String(asked[1]?.init.body))).toEqual({ note: 'Blue', box: { shelf: 7 } })
})

test('what is asked by name has no key of the effect', async () => {
  const { outcome, asked } = open('Blue', [{}, { id: 'x' }])
  await outcome
  expect(asked.map(({ init }) => new Headers(init.headers).get('idempotency-key'))).toEqual([null, 'sy_1'])
})

test('a request by name that fails has done nothing', async () => {
  const { outcome } = open('Blue', [new Response('', { status: 500 })])
  expect(await outcome).toMatchObject({ ok: false, problem: { failure: 'server', sent: 'no' } })
})

test('code asks nothing for a field that came out empty', async () => {
  const { outcome, asked } = open(' ', [])
  expect(await outcome).toMatchObject({ problem: { failure: 'input', message: 'Box came out empty.' } })
  expect(asked).toEqual([])
})
