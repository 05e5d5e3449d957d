import { expect, test } from 'vitest'
import { failedOutcome } from '../../../system/outbound/failed-outcome.ts'
import { pastedText, readCredentials } from '../../../engine/steps/account-io.ts'
import { serviceProblems } from '../check/service-problems.ts'
import { runnableService } from './runnable-service.ts'
import type { ServiceDefinition } from '../service-definition.ts'
import { stepIo } from '../step-io.fixture.ts'

const acme: ServiceDefinition = {
  id: 'acme',
  name: 'Acme',
  description: 'Parcels.',
  category: 'other',
  color: '#0b7285',
  hosts: ['api.acme.test'],
  headers: { 'X-Api-Key': '{{credentials.api_key}}' },
  connect: {
    kind: 'key',
    fields: [
      { slug: 'team', label: 'Team', type: 'text' },
      { slug: 'api_key', label: 'Key', type: 'secret' },
    ],
    account: { get: '/teams/{{credentials.team}}', id: '$.id', name: '$.name' },
  },
  actions: [
    {
      slug: 'open',
      name: 'Open a box',
      description: 'Opens a box.',
      repeat: 'safe',
      fields: [{ slug: 'note', label: 'Note', type: 'text' }],
      request: {
        post: '/teams/{{credentials.team}}/open',
        query: { by: '{{credentials.team}}' },
        headers: { 'X-Note': '{{fields.note}}' },
        json: { team: '{{credentials.team}}', note: '{{fields.note}}' },
      },
    },
  ],
}
const credentials = { team: 'a/b', api_key: 'k-123456' }

test('a request names what was pasted, encoded for its place', async () => {
  const { io, asked } = stepIo([{}], { token: null, credentials })
  const call = { fields: { note: 'Größe\nX: 1' }, applet_id: 1 }
  await runnableService(acme).actions['open']?.run(call, io)
  expect(asked).toMatchObject([
    {
      address: 'https://api.acme.test/teams/a%2Fb/open?by=a%2Fb',
      init: {
        headers: {
          'x-api-key': 'k-123456',
          'x-note': 'Gr%C3%B6%C3%9Fe%0AX: 1',
        },
        body: JSON.stringify({ team: 'a/b', note: 'Größe\nX: 1' }),
      },
    },
  ])
  expect(asked[0]?.init.headers).not.toHaveProperty('authorization')
})

test('a token that the request names is not sent as Bearer', async () => {
  const { io, asked } = stepIo([{ id: 7, name: 'Ada' }], { credentials: { team: 'a', token: 'the-token' } })
  const account = { get: '/bot{{credentials.token}}/me', id: '$.id', name: '$.name' }
  const fields = [{ slug: 'token', label: 'Token', type: 'secret' as const }]
  await runnableService({ ...acme, headers: {}, connect: { kind: 'key', fields, account } }).checkAccount?.(io)
  expect(asked[0]?.address).toBe('https://api.acme.test/botthe-token/me')
  expect(asked[0]?.init.headers).not.toHaveProperty('authorization')
})

test('asks whose account the pasted values open', async () => {
  const { io, asked } = stepIo([{ id: 7, name: 'Ada' }], { token: null, credentials })
  expect(await runnableService(acme).checkAccount?.(io)).toEqual({ ok: true, value: { id: '7', name: 'Ada' } })
  expect(asked[0]?.address).toBe('https://api.acme.test/teams/a%2Fb')
})

test("a session's account is asked at the server that it names", () => {
  const never = async () => failedOutcome({ failure: 'refused', message: 'Not asked.' })
  const code = { session: { base: 'home', opened: { token: '$.token' }, open: never, refresh: never } }
  expect(runnableService({ ...acme, code }).base_field).toBe('home')
})

const withAccount = (account: object): ServiceDefinition => ({
  ...acme,
  connect: { ...acme.connect, account: { get: '/me', id: '$.id', name: '$.name', ...account } } as never,
})

test.each([
  [{ id: 7, name: 'Ada' }, 'Ada'],
  [{ id: 7, name: null, nick: 'ada' }, 'ada'],
  [{ id: 7, name: '' }, 'Box …7'],
])('the account of %j is called %s', async (answer, name) => {
  const { io } = stepIo([answer], { token: null, credentials })
  const service = runnableService(withAccount({ name: ['$.name', '$.nick', 'Box …{{$.id | last: "4"}}'] }))
  expect(await service.checkAccount?.(io)).toMatchObject({ value: { id: '7', name } })
})

test('what an account keeps of its answer must stand there', async () => {
  const keep = { box: '$.box.id' }
  const { io } = stepIo(
    [
      { id: 7, name: 'Ada', box: { id: 3 } },
      { id: 7, name: 'Ada' },
    ],
    { token: null, credentials },
  )
  const service = runnableService(withAccount({ id: '{{$.id}}@{{credentials.server | host}}', keep }))
  const asked = { ...io, credentials: { ...credentials, server: 'https://own.test/a' } }
  const value = { id: '7@own.test', name: 'Ada', values: { box: '3' } }
  expect(await service.checkAccount?.(asked)).toEqual({ ok: true, value })
  expect(await service.checkAccount?.(asked)).toMatchObject({ problem: { failure: 'protocol' } })
})

test('the check names what an account keeps where nobody names a server', () => {
  expect(serviceProblems(withAccount({ keep: { box: '$.box' } }))).toEqual([
    'connect.account.keep: is only for services where people name their server before they sign in.',
  ])
})

test('an account that what was pasted names needs an answer to read', async () => {
  const { io } = stepIo([new Response('<html>')], { token: null, credentials })
  const service = runnableService(withAccount({ id: '{{credentials.team}}', name: '{{credentials.team}}' }))
  expect(await service.checkAccount?.(io)).toMatchObject({ problem: { failure: 'protocol' } })
})

test('of several pasted values the secret is the wrong one', async () => {
  const { io } = stepIo([new Response('', { status: 401 })], { token: null, credentials })
  expect(await runnableService(acme).checkAccount?.(io)).toMatchObject({ problem: { attribute: 'api_key' } })
})

test('knows which pasted values are secrets', () => {
  expect(serviceProblems(acme)).toEqual([])
  expect(runnableService(acme)).toMatchObject({ secret_fields: ['api_key'], base_field: null })
})

test('the check names a value that is pasted nowhere', () => {
  expect(serviceProblems({ ...acme, headers: { 'X-Api-Key': '{{credentials.other}}' } })).toEqual([
    'headers: cannot fill in {{credentials.other}}. There are credentials.team, credentials.api_key.',
  ])
})

test('the check names a server that is not a url', () => {
  const fields = [{ slug: 'server', label: 'Server', type: 'text' as const, base: true as const }]
  const connect = {
    kind: 'key' as const,
    fields,
    account: { get: '/me', id: '$.id', name: '$.name' },
  }
  expect(serviceProblems({ ...acme, headers: {}, actions: [], hosts: [], connect })).toEqual([
    'connect.fields.0: must be of type url to be the server.',
  ])
})

test.each([
  ['a token', 'tok-1', { token: 'tok-1', credentials: { token: 'tok-1', key: 'tok-1' } }],
  ['a token that looks like JSON', '{"a":"b"}', { token: '{"a":"b"}' }],
  [
    'several values',
    pastedText({ url: 'https://x.test', token: 't' }),
    { token: 't', credentials: { url: 'https://x.test' } },
  ],
  ['values without a token', pastedText({ bot: 'b' }), { token: null, credentials: { bot: 'b' } }],
])('reads what is sealed: %s', (_, text, read) => {
  expect(readCredentials(text)).toMatchObject(read)
})
