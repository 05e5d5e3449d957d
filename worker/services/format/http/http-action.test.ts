import { expect, test } from 'vitest'
import { guardedOutcome } from '../../../system/outbound/guarded-outcome.ts'
import { httpAction, httpFind, httpQuery, type SentAction } from './http-steps.ts'
import { requestAccount } from './http-account.ts'
import { askLiveOptions, liveOptionsAt, optionsAddress } from './ask-live-options.ts'
import type { LiveOptions, ServiceDefinition } from '../service-definition.ts'
import { stepIo } from '../step-io.fixture.ts'

const BASE = 'https://api.acme.example'
const ACME = { id: 'acme', name: 'Acme', hosts: ['api.acme.example'] }
const ACTION: SentAction = { request: { post: '/items', json: {} }, result: { id: '$.data.id' } }
const CALL = { fields: {}, applet_id: 1 }

async function act(action: Partial<SentAction>, answer: unknown, fields: Record<string, string> = {}) {
  const { io, asked } = stepIo([answer], { base_url: BASE, key: 'sy_1' })
  return { outcome: await httpAction(ACME, { ...ACTION, ...action })({ ...CALL, fields }, io), asked }
}

test.each([
  [
    'names an error',
    { data: null, errors: [{ message: 'Not allowed' }] },
    { failure: 'status', sent: 'no', message: 'Acme refused this. It said: Not allowed' },
  ],
  ['names an error in words', { error: 'not_allowed' }, { failure: 'status', sent: 'no' }],
  ['says nothing', { data: {} }, { failure: 'protocol', sent: 'maybe' }],
  ['is not JSON', new Response('thanks'), { failure: 'protocol', sent: 'maybe' }],
  [
    'is nested deep',
    new Response(`{"data":${'['.repeat(5000)}${']'.repeat(5000)}}`),
    { failure: 'protocol', sent: 'maybe' },
  ],
])('an answer without an id is never done: it %s', async (_, answer, problem) => {
  expect((await act({}, answer)).outcome).toMatchObject({ ok: false, problem })
})

test('an action that is told to restart is not done', async () => {
  const errors = [{ status: 410, as: 'restart' as const }]
  const { outcome } = await act({ errors }, new Response('{}', { status: 410 }))
  expect(outcome).toMatchObject({ ok: false, problem: { failure: 'status', sent: 'no' } })
})

test('an id and an address can be made of several values', async () => {
  const result = { id: '{{$.list}}/{{$.id}}', url: 'https://acme.example/{{fields.room}}/{{$.id}}' }
  const { outcome } = await act(
    { result, fields: [{ slug: 'room', label: 'Room', type: 'text' }] },
    { list: 'l', id: 7 },
    { room: 'a b' },
  )
  expect(outcome).toMatchObject({ ok: true, value: { id: 'l/7', url: 'https://acme.example/a b/7' } })
})

test('a field that its pattern does not match is not sent', async () => {
  const match = { as: '{owner}/{repo}', message: 'Name one repository, such as octocat/hello-world.' }
  const fields = [{ slug: 'repository', label: 'Repository', type: 'text' as const, match }]
  const request = { post: '/repos/{{fields.repository.owner}}/{{fields.repository.repo}}/issues' }
  const refused = await act({ request, fields }, {}, { repository: 'hello' })
  expect(refused.outcome).toMatchObject({ problem: { failure: 'input', message: match.message } })
  expect(refused.asked).toEqual([])
  const { asked } = await act({ request, fields }, { data: { id: 1 } }, { repository: 'octo/hello' })
  expect(asked[0]?.address).toBe(`${BASE}/repos/octo/hello/issues`)
})

test('a text is not sent as JSON if it is none', async () => {
  const fields = [{ slug: 'data', label: 'Data', type: 'textarea' as const }]
  const request = { post: '/items', json: { data: { $parse: '{{fields.data}}' } } }
  const refused = await act({ request, fields }, {}, { data: '{"open": yes}' })
  expect(refused.outcome).toMatchObject({ problem: { failure: 'input', message: 'Data must be JSON.' } })
  expect(refused.asked).toEqual([])
})

test('what was done is found by a mark, over pages', async () => {
  const find = { request: { get: '/items' }, items: '$.items', mark: '$.text', next: '$.next' }
  const pages = [
    { items: [{ id: 1, text: 'sy_10' }, { id: 2 }], next: 'p2' },
    { items: [{ data: { id: 3 }, text: 'Tea (sy_1)' }] },
  ]
  const { io, asked } = stepIo(pages, { base_url: BASE, key: 'sy_1)' })
  const outcome = await httpFind(ACME, { ...ACTION, find })(CALL, io)
  expect(outcome).toMatchObject({ ok: true, value: { id: '3' } })
  expect(asked.map(({ address }) => address)).toEqual([`${BASE}/items`, `${BASE}/items?cursor=p2`])
})

test.each([
  ['sy_1_10', null],
  ['sy_1_1', { id: '7' }],
  ['sy_1_10 sy_1_1 -->', { id: '7' }],
])('the key %s is not taken for one that begins alike', async (text, value) => {
  const find = { request: { get: '/items' }, items: '$', mark: '$.text' }
  const { io } = stepIo([[{ data: { id: 7 }, text }]], { base_url: BASE, key: 'sy_1_1' })
  const outcome = await httpFind(ACME, { ...ACTION, find })(CALL, io)
  expect(outcome).toMatchObject({ ok: true, value })
})

test.each([
  [[{ data: { id: 3 } }], { id: '3' }],
  [[], null],
])('what a list of our id alone has is ours: %j', async (items, value) => {
  const find = { request: { get: '/items', query: { id: '{{key | uuid}}' } }, items: '$.items' }
  const { io, asked } = stepIo([{ items }], { base_url: BASE, key: 'sy_1' })
  const found = await httpFind(ACME, { ...ACTION, find })(CALL, io)
  expect(found).toMatchObject({ ok: true, value })
  expect(asked[0]?.address).toMatch(/\/items\?id=[0-9a-f-]{36}$/)
})

test('a query reads further pages until it has enough', async () => {
  const items = Array.from({ length: 30 }, (_, id) => ({ id }))
  const { io, asked } = stepIo(
    [
      { items, next: 'a' },
      { items, next: 'b' },
    ],
    { base_url: BASE },
  )
  const ingredients = [{ slug: 'Id', name: 'Id', type: 'text' as const, from: '$.id', example: '1' }]
  const outcome = await httpQuery(ACME, { request: { get: '/items' }, items: '$.items', next: '$.next', ingredients })(
    CALL,
    io,
  )
  expect(outcome.ok && outcome.value).toHaveLength(50)
  expect(asked).toHaveLength(2)
})

test('a list that never ends is read for five pages', async () => {
  const pages = Array.from({ length: 6 }, (_, at) => ({ items: [{ id: at, text: 'other' }], next: 'again' }))
  const list = { request: { get: '/items' }, items: '$.items', next: '$.next' }
  const { io, asked } = stepIo(pages, { base_url: BASE, key: 'sy_1' })
  const rows = await httpQuery(ACME, { ...list, ingredients: [] })(CALL, io)
  expect(rows.ok && rows.value).toHaveLength(5)
  const lookup = stepIo(pages, { base_url: BASE, key: 'sy_1' })
  await httpFind(ACME, { ...ACTION, find: { ...list, mark: '$.text' } })(CALL, lookup.io)
  const choices = stepIo(pages, { base_url: BASE })
  const options = { get: '/items', items: '$.items', value: '$.id', label: '$.text', next: '$.next' }
  expect(await askLiveOptions(ACME, { options, fields: [], values: {} }, choices.io)).toMatchObject({ ok: true })
  expect([asked, lookup.asked, choices.asked].map(({ length }) => length)).toEqual([5, 5, 5])
})

test('an answer of three megabytes is never a failure for certain', async () => {
  const settings = { SITE_ORIGIN: 'https://switchyard.example', SUPPORT_URL: '', TRUSTED_ORIGINS: [] }
  const large = async () => new Response(JSON.stringify({ data: { id: 1, text: 'x'.repeat(3 * 1024 * 1024) } }))
  const { io } = stepIo([], { base_url: BASE, fetch: guardedOutcome({ fetch: large, settings }) })
  expect(await httpAction(ACME, ACTION)(CALL, io)).toMatchObject({
    problem: { failure: 'too_large', sent: 'maybe', message: 'api.acme.example sent more than we can read.' },
  })
})

test('an empty text has no part that is sent', async () => {
  const people = { $split: '{{fields.guests}}', by: ',', each: { email: '{{item}}' } }
  const fields = [{ slug: 'guests', label: 'Guests', type: 'text' as const, required: false }]
  const request = { post: '/meetings', json: { title: 'Tea', people } }
  const bodyOf = async (guests: string) =>
    (await act({ request, fields }, { data: { id: 1 } }, { guests })).asked[0]?.init.body
  expect(await bodyOf('')).toBe('{"title":"Tea"}')
  expect(await bodyOf(' , ')).toBe('{"title":"Tea"}')
  expect(await bodyOf('a@b.example,')).toBe('{"title":"Tea","people":[{"email":"a@b.example"}]}')
})

const ADDRESS = { slug: 'webhook', label: 'Address', type: 'secret' as const, address: '/hooks/{team}/{hook}' }
const HOOKS = { ...ACME, connect: { kind: 'key' as const, fields: [ADDRESS] } }
const credentials = { webhook: `${BASE}/hooks/T1/B2` }

test('an account can be named by what was pasted alone', async () => {
  const { io, asked } = stepIo([], { base_url: BASE, token: null, credentials })
  const account = {
    id: '{{credentials.webhook.team}}/{{credentials.webhook.hook}}',
    name: 'Hook {{credentials.webhook.hook}}',
  }
  expect(await requestAccount(HOOKS, account, io)).toEqual({ ok: true, value: { id: 'T1/B2', name: 'Hook B2' } })
  expect(asked).toEqual([])
})

test('an account is asked for at the pasted address', async () => {
  const account = {
    post: '{{credentials.webhook}}',
    json: {},
    id: '{{credentials.webhook.hook}}',
    name: 'Hook',
    errors: [
      { status: 400, text: 'no_text', as: 'done' as const },
      { text: 'no_service', as: 'gone' as const, message: 'Make a new one.' },
    ],
  }
  const { io, asked } = stepIo(
    [new Response('no_text', { status: 400 }), new Response('no_service', { status: 404 })],
    { base_url: BASE, token: null, credentials },
  )
  expect(await requestAccount(HOOKS, account, io)).toEqual({ ok: true, value: { id: 'B2', name: 'Hook' } })
  expect(await requestAccount(HOOKS, account, io)).toMatchObject({
    problem: { failure: 'unauthorized', attribute: 'webhook', message: 'Make a new one.' },
  })
  expect(asked[0]).toMatchObject({ address: credentials.webhook, init: { method: 'POST', body: '{}' } })
})

const BASE_FIELD = {
  slug: 'base',
  label: 'Base',
  type: 'select' as const,
  options: { get: '/bases', items: '$.bases', value: '$.id', label: '$.name' },
}
const TABLES: LiveOptions = {
  get: '/bases/{{fields.base}}/tables',
  items: '$.tables',
  value: '$.id',
  label: '{{$.name}} ({{$.kind}})',
  next: { from: '$.offset', query: 'offset' },
}
const TABLE_FIELD = { slug: 'table', label: 'Table', type: 'select' as const, options: TABLES }

test('choices can depend on another field and come in pages', async () => {
  const pages = [
    { tables: [{ id: 't1', name: 'People', kind: 'grid' }], offset: 'o2' },
    { tables: [{ id: 't2', name: 'Rooms', kind: 'grid' }] },
  ]
  const { io, asked } = stepIo(pages, { base_url: BASE })
  const asking = { options: TABLES, fields: [BASE_FIELD, TABLE_FIELD], values: { base: 'b 1' } }
  expect(await askLiveOptions(ACME, asking, io)).toEqual({
    ok: true,
    value: [
      { value: 't1', label: 'People (grid)' },
      { value: 't2', label: 'Rooms (grid)' },
    ],
  })
  expect(asked.map(({ address }) => address)).toEqual([
    `${BASE}/bases/b%201/tables`,
    `${BASE}/bases/b%201/tables?offset=o2`,
  ])
})

test('choices can be a list of what another field names', async () => {
  const items = '$.tables[id={{fields.table}}].columns'
  const options = { get: '/tables', items, value: '$.name', label: '$.name' }
  const fields = [TABLE_FIELD, { slug: 'column', label: 'Column', type: 'select' as const, options }]
  const tables = [{ id: 't1' }, { id: 't2', columns: [{ name: 'Title' }] }]
  const ask = (table: string, answers: unknown[]) =>
    askLiveOptions(ACME, { options, fields, values: { table } }, stepIo(answers, { base_url: BASE }).io)
  expect(await ask('t2', [{ tables }])).toEqual({ ok: true, value: [{ value: 'Title', label: 'Title' }] })
  expect(await ask('', [])).toMatchObject({ problem: { message: 'Table came out empty.' } })
})

test.each([
  ['$.sounds[*]', { sounds: { bike: 'Bike', none: 'Silent' } }, '$'],
  ['$.rooms.joined[*]', { rooms: { joined: { bike: { name: 'Bike' }, none: { name: 'Silent' } } } }, '$.name'],
  ['$.kinds[*].sounds[*]', { kinds: [{ sounds: { bike: 'Bike' } }, { sounds: { none: 'Silent' } }] }, '$'],
])('choices can be what the object at %s holds', async (items, answer, label) => {
  const options = { get: '/choices', items, value: '{{property}}', label }
  const outcome = await askLiveOptions(
    ACME,
    { options, fields: [], values: {} },
    stepIo([answer], { base_url: BASE }).io,
  )
  expect(outcome).toEqual({
    ok: true,
    value: [
      { value: 'bike', label: 'Bike' },
      { value: 'none', label: 'Silent' },
    ],
  })
})

test('choices are not asked for before what they depend on is chosen', async () => {
  const { io, asked } = stepIo([], { base_url: BASE })
  const asking = { options: TABLES, fields: [BASE_FIELD, TABLE_FIELD], values: { base: '' } }
  expect(await askLiveOptions(ACME, asking, io)).toMatchObject({
    problem: { failure: 'input', message: 'Base came out empty.' },
  })
  expect(asked).toEqual([])
})

test('pages ask for choices by address, and by field where needed', () => {
  const service: ServiceDefinition = {
    ...ACME,
    description: 'Tables.',
    color: '#0b7285',
    connect: { kind: 'none' },
    actions: [{ slug: 'add', name: 'Add', repeat: 'safe', request: { post: '/x' }, fields: [BASE_FIELD, TABLE_FIELD] }],
  }
  const place = { segment: 'actions', step: 'add', field: 'table' }
  const [plain, made] = [
    optionsAddress(service, BASE, BASE_FIELD.options, { ...place, field: 'base' }),
    optionsAddress(service, BASE, TABLES, place),
  ]
  expect([plain, made]).toEqual([`${BASE}/bases`, `${BASE}/bases/_/tables#actions/add/table?base={base}`])
  const filled = `${BASE}/bases/_/tables#actions/add/table?base=b%201`
  expect(liveOptionsAt(service, BASE, filled)).toMatchObject({ options: TABLES, values: { base: 'b 1' } })
  expect(liveOptionsAt(service, BASE, plain)?.options).toBe(BASE_FIELD.options)
  expect(liveOptionsAt(service, BASE, `${BASE}/me`)).toBeNull()
})
