import { describe, expect, test } from 'vitest'
import { stepIo } from '../step-io.fixture.ts'
import { runnableService } from './runnable-service.ts'

const notes = '/boxes/{{fields.box}}/notes'
const acme = runnableService({
  id: 'acme',
  name: 'Acme',
  description: 'Parcels.',
  category: 'other',
  color: '#0b7285',
  hosts: ['api.acme.test'],
  connect: {
    kind: 'oauth2',
    authorize_url: '/oauth/authorize',
    token_url: '/oauth/token',
    scopes: 'parcels',
    account: { get: '/me', id: '$.id', name: '$.name' },
  },
  triggers: [
    {
      slug: 'new_parcel',
      name: 'New parcel',
      description: 'Starts for each parcel.',
      request: { get: '/parcels', query: { limit: '50' } },
      items: '$.parcels',
      id: '$.id',
      at: '$.sent_at',
      next: { from: '$.next_cursor', query: 'cursor' },
      ingredients: [
        { slug: 'Sender', name: 'Sender', type: 'text', from: '$.sender', example: 'Mona' },
        { slug: 'ParcelUrl', name: 'Address', type: 'url', from: '$.url', example: 'https://acme.test/p1' },
        { slug: 'SentAt', name: 'Sent at', type: 'datetime', from: '$.sent_at', example: '2026-03-02T09:14:00Z' },
      ],
    },
  ],
  actions: [
    {
      slug: 'add_note',
      name: 'Add a note',
      description: 'Adds a note to a box.',
      repeat: 'find',
      fields: [
        { slug: 'box', label: 'Box', type: 'text' },
        { slug: 'title', label: 'Title', type: 'text' },
        { slug: 'body', label: 'Text', type: 'textarea', required: false },
      ],
      request: { post: notes, json: { title: '{{fields.title}}', body: '{{fields.body}}' } },
      result: { id: '$.id', url: '$.url' },
      find: { request: { get: notes }, items: '$.notes', key: '$.request_id' },
    },
  ],
})
const poll = { fields: {}, applet_id: 1, page: null, etag: null, last_modified: null }
const parcel = { id: 'p1', sender: 'Mona', url: 'https://acme.test/p1', sent_at: '2026-03-02T09:14:00Z' }

describe('a poll', () => {
  test('reads ids, times and ingredients of the items', async () => {
    const { io, asked } = stepIo([{ parcels: [parcel], next_cursor: 'p1' }])
    expect(await acme.triggers['new_parcel']?.poll?.(poll, io)).toEqual({
      ok: true,
      value: {
        items: [
          {
            id: 'p1',
            at: Date.UTC(2026, 2, 2, 9, 14),
            ingredients: {
              Sender: 'Mona',
              ParcelUrl: 'https://acme.test/p1',
              SentAt: '2026-03-02T09:14:00Z',
            },
          },
        ],
        next: 'p1',
        etag: null,
        last_modified: null,
        fresh_for: null,
        unchanged: false,
      },
    })
    expect(asked).toEqual([
      {
        address: 'https://api.acme.test/parcels?limit=50',
        init: {
          method: 'GET',
          headers: { accept: 'application/json', authorization: 'Bearer the-token' },
          redirects: 'get',
        },
      },
    ])
  })

  test('asks for the next page with its cursor', async () => {
    const { io, asked } = stepIo([{ parcels: [] }])
    await acme.triggers['new_parcel']?.poll?.({ ...poll, page: 'a b' }, io)
    expect(asked[0]?.address).toBe('https://api.acme.test/parcels?limit=50&cursor=a+b')
  })

  test('sends ETag and date back, and understands 304', async () => {
    const headers = { etag: '"2"', 'cache-control': 'max-age=120' }
    const { io, asked } = stepIo([new Response(null, { status: 304, headers })])
    const outcome = await acme.triggers['new_parcel']?.poll?.(
      { ...poll, etag: '"1"', last_modified: 'Sun, 01 Mar 2026 11:00:00 GMT' },
      io,
    )
    expect(outcome).toMatchObject({ ok: true, value: { unchanged: true, items: [], etag: '"2"', fresh_for: 120_000 } })
    expect(asked[0]?.init.headers).toMatchObject({
      'if-none-match': '"1"',
      'if-modified-since': 'Sun, 01 Mar 2026 11:00:00 GMT',
    })
  })

  test.each([
    ['not JSON', new Response('<html>')],
    ['no list', { parcels: 'none' }],
    ['no such property', {}],
    ['an item without an id', { parcels: [{ sender: 'Mona' }] }],
    ['an item that is nothing', { parcels: [null] }],
  ])('calls an answer that is not as declared a protocol error: %s', async (_, answer) => {
    const { io } = stepIo([answer])
    expect(await acme.triggers['new_parcel']?.poll?.(poll, io)).toMatchObject({
      ok: false,
      problem: { failure: 'protocol', message: 'Acme sent an answer that we could not read.' },
    })
  })
})

test('an answer nested beyond reason is a protocol error', async () => {
  const answer = `{"parcels":[{"id":"p1","sender":${'['.repeat(20_000)}${']'.repeat(20_000)}}]}`
  const { io } = stepIo([new Response(answer)])
  expect(await acme.triggers['new_parcel']?.poll?.(poll, io)).toMatchObject({
    ok: false,
    problem: { failure: 'protocol' },
  })
})

describe('an action', () => {
  const call = { fields: { box: 'b/1?', title: 'He said "no" {{fields.box}}', body: '' }, applet_id: 1 }

  test('sends its key, encodes the path and escapes JSON', async () => {
    const { io, asked } = stepIo([Response.json({ id: 'n9', url: 'https://acme.test/9' }, { status: 201 })], {
      key: 'sy_run_1_0',
    })
    const outcome = await acme.actions['add_note']?.run(call, io)
    expect(outcome).toMatchObject({ ok: true, value: { id: 'n9', url: 'https://acme.test/9' } })
    expect(asked[0]).toMatchObject({
      address: 'https://api.acme.test/boxes/b%2F1%3F/notes',
      init: {
        method: 'POST',
        redirects: 'none',
        body: '{"title":"He said \\"no\\" {{fields.box}}"}',
        headers: {
          'idempotency-key': 'sy_run_1_0',
          'x-request-id': 'sy_run_1_0',
          'content-type': 'application/json',
        },
      },
    })
  })

  test('sends nothing where a required field came out empty', async () => {
    const { io, asked } = stepIo([])
    const outcome = await acme.actions['add_note']?.run({ fields: { box: 'b1', title: '  ' }, applet_id: 1 }, io)
    expect(outcome).toMatchObject({ ok: false, problem: { failure: 'input', sent: 'no' } })
    expect(asked).toEqual([])
  })

  test('looks whether the item with its key is there', async () => {
    const found = [
      { id: 'n2', request_id: null },
      { id: 'n1', request_id: 'sy_run_1_0', url: 'javascript:alert(1)' },
    ]
    const { io, asked } = stepIo([{ notes: found }, { notes: [] }], { key: 'sy_run_1_0' })
    const find = acme.actions['add_note']?.find
    expect(await find?.(call, io)).toMatchObject({ ok: true, value: { id: 'n1', url: null } })
    expect(await find?.(call, io)).toEqual({ ok: true, value: null })
    expect(asked[0]?.init.headers).not.toHaveProperty('idempotency-key')
  })

  test.each([
    [401, {}, 'unauthorized', 'no'],
    [403, {}, 'status', 'no'],
    [404, {}, 'status', 'no'],
    [408, {}, 'status', 'maybe'],
    [429, { 'retry-after': '7' }, 'rate_limited', 'no'],
    [500, {}, 'server', 'maybe'],
    [502, {}, 'server', 'maybe'],
    [503, {}, 'server', 'no'],
    [503, { 'retry-after': '7' }, 'rate_limited', 'no'],
    [504, {}, 'server', 'maybe'],
    [520, {}, 'server', 'maybe'],
    [521, {}, 'server', 'no'],
    [524, {}, 'server', 'maybe'],
    [526, {}, 'server', 'no'],
    [530, {}, 'server', 'no'],
    [302, { location: '/elsewhere' }, 'protocol', 'maybe'],
  ])('reads status %i with %j as %s, sent: %s', async (status, headers, failure, sent) => {
    const { io } = stepIo([new Response(null, { status, headers })], { key: 'k' })
    const outcome = await acme.actions['add_note']?.run(call, io)
    const retry_after = 'retry-after' in headers ? 7000 : null
    expect(outcome).toMatchObject({ ok: false, problem: { failure, sent, status, retry_after } })
  })

  test.each([
    { error: 'invalid', message: 'You  may not\nwrite' },
    { type: 'about:blank', title: 'Unprocessable', detail: 'You may not write' },
    { errors: [{ status: '422', title: 'Unprocessable', detail: 'You may not write' }] },
    { error: 'You may not write', title: 'Unprocessable' },
    { title: 'You may not write', status: 422 },
  ])("quotes the service's words in %j", async (body) => {
    const { io } = stepIo([Response.json(body, { status: 422 })])
    expect(await acme.actions['add_note']?.run(call, io)).toMatchObject({
      problem: { message: 'Acme refused this. It said: You may not write' },
    })
  })

  test("skips what IFTTT's services ask to skip", async () => {
    const errors = [{ status: 'SKIP', message: 'Nothing new' }]
    const { io } = stepIo([Response.json({ errors }, { status: 400 })])
    expect(await acme.actions['add_note']?.run(call, io)).toMatchObject({
      problem: { failure: 'skip', message: 'Nothing new' },
    })
  })
})

test('an account is asked for its id and name', async () => {
  const { io, asked } = stepIo([{ id: 7, name: 'ada' }, { name: 'nobody' }])
  expect(await acme.checkAccount?.(io)).toEqual({ ok: true, value: { id: '7', name: 'ada' } })
  expect(await acme.checkAccount?.(io)).toMatchObject({ ok: false, problem: { failure: 'protocol' } })
  expect(asked[0]?.address).toBe('https://api.acme.test/me')
})
