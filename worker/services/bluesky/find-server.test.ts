import { expect, test } from 'vitest'
import { stepIo } from '../format/step-io.fixture.ts'
import { findServer } from './find-server.ts'

const DID = 'did:plc:44ybard66vv44zksje25o7dz'
const document = (serviceEndpoint: string) => ({
  id: DID,
  service: [
    { id: '#labeler', type: 'AtprotoLabeler', serviceEndpoint: 'https://labels.example' },
    { id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint },
  ],
})
const io = (answers: unknown[]) => stepIo(answers, { base_url: 'https://bsky.social' })

test.each([
  ['ada.bsky.social', [], 'https://bsky.social', []],
  [
    'ada.example',
    [{ did: DID }, document('https://morel.host.example/')],
    'https://morel.host.example',
    ['https://bsky.social/xrpc/com.atproto.identity.resolveHandle?handle=ada.example', `https://plc.directory/${DID}`],
  ],
  [
    'ada.example',
    [{ did: 'did:web:ada.example' }, document('https://pds.ada.example')],
    'https://pds.ada.example',
    [
      'https://bsky.social/xrpc/com.atproto.identity.resolveHandle?handle=ada.example',
      'https://ada.example/.well-known/did.json',
    ],
  ],
])('finds the server of %s', async (handle, answers, server, addresses) => {
  const { io: ports, asked } = io(answers)
  expect(await findServer(handle, ports)).toEqual({ ok: true, value: server })
  expect(asked.map(({ address }) => address)).toEqual(addresses)
  expect(JSON.stringify(asked)).not.toContain('the-token')
})

test.each([
  ['nobody', [Response.json({ error: 'InvalidRequest' }, { status: 400 })], 'Nobody has the handle ada.example.'],
  ['an unknown method', [{ did: 'did:key:z6Mk' }], 'names no server that we can open.'],
  ['no server', [{ did: DID }, { id: DID }], 'names no server that we can open.'],
])('an identity of %s is named at the handle', async (_, answers, words) => {
  expect(await findServer('ada.example', io(answers).io)).toMatchObject({
    problem: { failure: 'input', attribute: 'handle', message: expect.stringContaining(words) },
  })
})

test.each([
  ['directory', [{ did: DID }, new Response('', { status: 503 })]],
  ['handles', [new Response('', { status: 502 })]],
])('a %s that is down refuses no handle', async (_, answers) => {
  const outcome = await findServer('ada.example', io(answers).io)
  expect(outcome.ok === false && ['protocol', 'server'].includes(outcome.problem.failure)).toBe(true)
})
