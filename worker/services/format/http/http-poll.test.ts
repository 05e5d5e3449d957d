import { describe, expect, test } from 'vitest'
import { guardedOutcome } from '../../../system/outbound/guarded-outcome.ts'
import { httpPoll, polledRequest, type PolledTrigger } from './http-poll.ts'
import { stepIo } from '../step-io.fixture.ts'

const ACME = { id: 'acme', name: 'Acme', hosts: ['api.acme.example'] }
const BASE = 'https://api.acme.example'
const TITLE = { slug: 'Title', name: 'Title', type: 'text', from: '$.title', example: 'A' } as const
const TRIGGER: PolledTrigger = {
  request: { get: '/items' },
  items: '$.items',
  id: '$.id',
  at: '$.at',
  ingredients: [TITLE],
}
const FIRST = { fields: {}, applet_id: 1, page: null, etag: null, last_modified: null }
const item = (id: number, at = `2026-03-0${id}T00:00:00Z`) => ({ id, at, title: `item ${id}` })

type Known = { page?: string | null; etag?: string | null; fields?: Record<string, string> }

const NESTED = `${'['.repeat(5000)}${']'.repeat(5000)}`

/** Polls with these answers in order; gives the page and what was asked. */
async function poll(trigger: Partial<PolledTrigger>, answers: readonly unknown[], known: Known = {}) {
  const { io, asked } = stepIo(answers, { base_url: BASE })
  const outcome = await httpPoll(ACME, { ...TRIGGER, ...trigger })({ ...FIRST, ...known }, io)
  const paths = asked.map(({ address }) => address.replace(BASE, ''))
  return { outcome, paths, asked, page: outcome.ok ? outcome.value : null }
}

test('code that polls a request adds to it', async () => {
  const { io, asked } = stepIo([{ items: [item(1), item(2)] }], { base_url: BASE })
  const request = { get: '/items', query: { limit: '2' } }
  const { ask } = polledRequest(ACME, { ...TRIGGER, request, order: 'oldest_first' })
  const page = await ask(FIRST, { query: { min: '7' }, headers: { 'if-none-match': 'e' } }, io)
  expect(page.ok && page.value).toMatchObject({ items: [{ id: '2' }, { id: '1' }], status: 200 })
  expect(asked).toMatchObject([{ address: `${BASE}/items?limit=2&min=7`, init: { headers: { 'if-none-match': 'e' } } }])
})

describe('the next page', () => {
  test.each<[string, PolledTrigger['next'], Response | object, string, string]>([
    ['a cursor', '$.next', { items: [item(1)], next: 'c 2' }, 'c 2', '/items?cursor=c+2'],
    [
      'a cursor of another name',
      { from: '$.next', query: 'page' },
      { items: [item(1)], next: 2 },
      '2',
      '/items?page=2',
    ],
    [
      'an address',
      { address: '$.next' },
      { items: [item(1)], next: `${BASE}/items?after=1` },
      `${BASE}/items?after=1`,
      '/items?after=1',
    ],
    [
      'a path',
      { address: '$.next' },
      { items: [item(1)], next: '/items?after=1' },
      `${BASE}/items?after=1`,
      '/items?after=1',
    ],
    ['the last item', { last: '$.id', query: 'after' }, { items: [item(2), item(1)] }, '1', '/items?after=1'],
    [
      'a link',
      { link: 'next' },
      Response.json({ items: [] }, { headers: { link: `<${BASE}/items?p=2>; rel="next"` } }),
      `${BASE}/items?p=2`,
      '/items?p=2',
    ],
  ])('is asked for by %s', async (_, next, answer, cursor, path) => {
    const first = await poll({ next }, [answer])
    expect(first.page?.next).toBe(cursor)
    expect((await poll({ next }, [{ items: [] }], { page: cursor })).paths).toEqual([path])
  })

  test('goes where the request names it', async () => {
    const request = { post: '/graphql', json: { query: '{ items }', variables: { after: '{{next}}' } } }
    const { asked } = await poll({ next: '$.next', request }, [{ items: [] }], { page: 'c2' })
    expect(asked[0]?.init.body).toBe('{"query":"{ items }","variables":{"after":"c2"}}')
    const first = await poll({ next: '$.next', request }, [{ items: [] }])
    expect(first.asked[0]?.init.body).toBe('{"query":"{ items }"}')
  })

  test('ends where nothing says that there is more', async () => {
    const next = { last: '$.id', query: 'after', while: '$.more' }
    expect((await poll({ next }, [{ items: [item(1)], more: false }])).page?.next).toBeNull()
    expect((await poll({ next }, [{ items: [item(1)], more: true }])).page?.next).toBe('1')
    expect((await poll({ next: { link: 'next' } }, [{ items: [item(1)] }])).page?.next).toBeNull()
  })

  test.each([
    'https://evil.example/items',
    '//evil.example/items',
    'http://api.acme.example.evil.example/',
    'nonsense',
  ])('is never at %s', async (next) => {
    const { outcome } = await poll({ next: { address: '$.next' } }, [{ items: [], next }])
    expect(outcome).toMatchObject({ ok: false, problem: { failure: 'protocol' } })
  })

  test.each(['https://api.acme.example/items?page=2', '/items?page=2'])(
    'is never asked for as if %s were a cursor',
    async (next) => {
      for (const cursor of ['$.next', { from: '$.next', query: 'page' }] as const) {
        const { outcome } = await poll({ next: cursor }, [{ items: [item(1)], next }])
        expect(outcome).toMatchObject({ ok: false, problem: { failure: 'protocol' } })
      }
      expect((await poll({ next: '$.next' }, [{ items: [item(1)], next: '/+aGk/Zm9v==' }])).page?.next).toBe(
        '/+aGk/Zm9v==',
      )
    },
  )
})

describe('what is new since the poll before', () => {
  const request = { get: '/items', query: { since: '{{since}}', after: '{{last_id}}' } }

  test('is asked for by the newest item’s time and id', async () => {
    const first = await poll({ request }, [{ items: [item(2), item(1)] }])
    expect(first.paths).toEqual(['/items'])
    const etag = first.page?.etag ?? null
    const second = await poll({ request }, [{ items: [item(3)] }], { etag })
    expect(second.paths).toEqual(['/items?since=2026-03-02T00%3A00%3A00.000Z&after=2'])
    expect(second.page).toMatchObject({ only_new: true, unchanged: false, items: [{ id: '3' }] })
  })

  test('stays where nothing came', async () => {
    const { page } = await poll({ request }, [{ items: [item(2)] }])
    const quiet = await poll({ request }, [{ items: [] }], { etag: page?.etag ?? null })
    expect(quiet.page).toMatchObject({ unchanged: true, etag: page?.etag })
  })

  test('is a list of all where all is asked for again', async () => {
    const { page } = await poll({ request }, [{ items: [item(2)] }])
    expect((await poll({ request }, [{ items: [] }], { etag: null })).paths).toEqual(['/items'])
    expect(page?.only_new).toBe(false)
  })

  test('is written as the service wants it', async () => {
    const query = { since: '{{since | seconds}}' }
    const { page } = await poll({ request: { get: '/items', query } }, [{ items: [item(2)] }])
    const { paths } = await poll({ request: { get: '/items', query } }, [{ items: [] }], { etag: page?.etag ?? null })
    expect(paths).toEqual([`/items?since=${Date.UTC(2026, 2, 2) / 1000}`])
  })

  test('goes on over pages', async () => {
    const next = { from: '$.next', query: 'page' }
    const start = await poll({ request, next }, [{ items: [item(1)], next: null }])
    const first = await poll({ request, next }, [{ items: [item(3)], next: '2' }], { etag: start.page?.etag ?? null })
    const { paths } = await poll({ request, next }, [{ items: [item(2)] }], { page: first.page?.next ?? null })
    expect(paths).toEqual(['/items?since=2026-03-01T00%3A00%3A00.000Z&after=1&page=2'])
  })
})

test('all pages of a list without an order are read at once', async () => {
  const request = { get: '/items', query: { since: '{{since}}' } }
  const any: Partial<PolledTrigger> = { request, next: { from: '$.next', query: 'page' }, all_pages: true }
  const { page, paths } = await poll(any, [{ items: [item(1)], next: '2' }, { items: [item(3)] }])
  expect(paths).toEqual(['/items', '/items?page=2'])
  expect(page).toMatchObject({ next: null, items: [{ id: '1' }, { id: '3' }] })
  const second = await poll(any, [{ items: [] }], { etag: page?.etag ?? null })
  expect(second.paths).toEqual(['/items?since=2026-03-03T00%3A00%3A00.000Z'])
})

test('a list that is always whole is never of new items alone', async () => {
  const { page } = await poll({ all_pages: true }, [{ items: [item(1)] }])
  const second = await poll({ all_pages: true }, [{ items: [] }], { etag: page?.etag ?? null })
  expect(second.page).toMatchObject({ only_new: false, unchanged: false })
})

describe('what the service asks to be told again', () => {
  const kept: Partial<PolledTrigger> = {
    request: { get: '/items', query: { sync: '{{kept}}' } },
    keep: '$.token',
    next: { from: '$.next', query: 'page' },
    errors: [{ status: 410, as: 'restart' }],
  }

  test('is taken from the last page', async () => {
    const answers = [
      { items: [item(2)], next: 'p2' },
      { items: [item(1)], token: 't1' },
    ]
    const { page, paths } = await poll(kept, answers)
    expect(paths).toEqual(['/items', '/items?page=p2'])
    expect(page).toMatchObject({ next: null, items: [{ id: '2' }, { id: '1' }] })
    const second = await poll(kept, [{ items: [], token: 't2' }], { etag: page?.etag ?? null })
    expect(second.paths).toEqual(['/items?sync=t1'])
  })

  test('does not hide that there are more pages than are read', async () => {
    const answers = Array.from({ length: 12 }, (_, at) => ({ items: [{ ...item(1), id: at }], next: `p${at + 2}` }))
    const { page, paths } = await poll(kept, answers)
    expect([paths.length, page?.items.length]).toEqual([10, 10])
    const further = await poll(kept, [...answers.slice(10), { items: [], token: 't1' }], { page: page?.next ?? null })
    expect(further.paths[0]).toBe('/items?page=p11')
  })

  test('is forgotten where the service says so', async () => {
    const etag = JSON.stringify({ kept: 'old' })
    const { paths, page } = await poll(kept, [new Response('{}', { status: 410 }), { items: [item(1)], token: 't9' }], {
      etag,
    })
    expect(paths).toEqual(['/items?sync=old', '/items'])
    expect(page?.items).toHaveLength(1)
  })
})

describe('what the Link header names as newer', () => {
  const newer: Partial<PolledTrigger> = {
    request: { get: '/items', query: { min: '{{kept}}' } },
    items: '$',
    next: { link: 'next' },
    keep: { link: 'prev', query: 'min' },
  }
  /** A page whose newest item is the `n`th; a full one names a next page. */
  const upTo = (n: number, isFull = false) =>
    Response.json([item(n)], {
      headers: {
        link: `<${BASE}/items?min=m${n}>; rel="prev"${isFull ? `, <${BASE}/items?max=m${n}>; rel="next"` : ''}`,
      },
    })
  const known = async (n: number) => ({ etag: (await poll(newer, [upTo(n)])).page?.etag ?? null })

  test('is asked for page by page, oldest first', async () => {
    const { paths, page } = await poll(newer, [upTo(2, true), upTo(3, true), upTo(4)], await known(1))
    expect(paths).toEqual(['/items?min=m1', '/items?min=m2', '/items?min=m3'])
    expect(page).toMatchObject({ items: [{ id: '4' }, { id: '3' }, { id: '2' }], next: null, only_new: true })
    const again = await poll(newer, [[]], { etag: page?.etag ?? null })
    expect(again.paths).toEqual(['/items?min=m4'])
    expect(again.page).toMatchObject({ items: [], etag: page?.etag })
  })

  test('ends at an empty page, and counts from the one before', async () => {
    const { page } = await poll(newer, [upTo(2, true), []], await known(1))
    expect((await poll(newer, [[]], { etag: page?.etag ?? null })).paths).toEqual(['/items?min=m2'])
  })

  test('counts as far as it was read before a failure', async () => {
    const { page } = await poll(newer, [upTo(2, true), new Response('', { status: 500 })], await known(1))
    expect(page?.items.map(({ id }) => id)).toEqual(['2'])
    expect((await poll(newer, [upTo(3)], { etag: page?.etag ?? null })).paths).toEqual(['/items?min=m2'])
    expect((await poll(newer, [new Response('', { status: 500 })], await known(1))).outcome.ok).toBe(false)
  })

  test('is left to the next poll after ten pages', async () => {
    const answers = Array.from({ length: 10 }, (_, n) => upTo((n % 9) + 1, true))
    const { paths, page } = await poll(newer, answers, await known(1))
    expect([paths.length, page?.items.length, page?.next]).toEqual([10, 10, null])
  })

  test('is the whole list, towards older pages, where nothing is known', async () => {
    const { paths, page } = await poll(newer, [upTo(9, true)])
    expect(paths).toEqual(['/items'])
    expect(page).toMatchObject({ only_new: false, next: expect.stringContaining('/items?max=m9') })
    const unlinked = await poll(newer, [[item(1)]])
    const second = await poll(newer, [[item(1)]], { etag: unlinked.page?.etag ?? null })
    expect([second.paths, second.page?.only_new]).toEqual([['/items'], false])
  })
})

test.each([
  ['that remembers nothing yet', { keep: '$.token' }],
  ['that never remembers', {}],
])('a poll %s fails where it is told to restart', async (_, more) => {
  const errors = [{ status: 410, as: 'restart' as const }]
  const { outcome, paths } = await poll({ ...more, errors }, [new Response('{}', { status: 410 })])
  expect(outcome).toMatchObject({ ok: false, problem: { failure: 'status', status: 410 } })
  expect(paths).toHaveLength(1)
})

describe('a list', () => {
  test.each([
    [{ '$.kind': 'a' }, ['1']],
    [{ '$.kind': ['a', 'b'] }, ['1', '2']],
    [{ '$.pull': null }, ['1', '3']],
    [{ '$.pull': true }, ['2']],
    [{ '$.kind': '{{fields.kind}}' }, ['2']],
    [{ '$.kind': '{{fields.none}}' }, ['1', '2', '3']],
  ])('is of the items that have %j', async (where, ids) => {
    const items = [
      { id: 1, kind: 'a' },
      { id: 2, kind: 'b', pull: { url: 'x' } },
      { id: 3, kind: 'c', pull: '' },
    ]
    const { page } = await poll({ where, at: undefined }, [{ items }], { fields: { kind: 'b', none: '' } })
    expect(page?.items.map(({ id }) => id)).toEqual(ids)
  })

  test('in a list knows what is around it', async () => {
    const around = { slug: 'Book', name: 'Book', type: 'text', from: '{{$1.title}}', example: 'A' } as const
    const results = [{ title: 'Emma', highlights: [{ id: 1 }, { id: 2 }] }, { title: 'Persuasion' }]
    const { page } = await poll({ items: '$.results[*].highlights', at: undefined, ingredients: [around] }, [
      { results },
    ])
    expect(page?.items).toMatchObject([
      { id: '1', ingredients: { Book: 'Emma' } },
      { id: '2', ingredients: { Book: 'Emma' } },
    ])
  })

  test('of lines of JSON is read line by line', async () => {
    const request = { get: '/lines', answer: 'lines' as const }
    const lines = `${JSON.stringify(item(1))}\n\n${JSON.stringify(item(2))}\n`
    const { page } = await poll({ request, items: '$', order: 'oldest_first' }, [new Response(lines)])
    expect(page?.items.map(({ id }) => id)).toEqual(['2', '1'])
    const { outcome } = await poll({ request, items: '$' }, [new Response('{}\n<html>')])
    expect(outcome).toMatchObject({ ok: false, problem: { failure: 'protocol' } })
  })

  test.each([
    ['$.headers[name=Subject].value', 'Hello'],
    ['$.lines[*].title', 'One, Two'],
    ['$.lines[+].title', 'OneTwo'],
    ['$.nothing[+].title', ''],
    ['$.fields[{{fields.column}}]', 'Done'],
    ['$.cells[name={{fields.column}}].value', 'Open'],
    ['{{$.nothing | default: $.id}}', '7'],
    ['https://acme.example/{{$.id}}/{{fields.column | lower}}', 'https://acme.example/7/status'],
    ['$["@odata.id"]', 'o1'],
    ['$.nothing.here', null],
  ])('has at %s what stands there', async (from, value) => {
    const mail = {
      id: 7,
      headers: [{ name: 'To' }, { name: 'Subject', value: 'Hello' }],
      lines: [{ title: 'One' }, { title: 'Two' }],
    }
    const cells = [{ name: 'Title' }, { name: 'Status', value: 'Open' }]
    const items = [{ ...mail, cells, fields: { Status: 'Done' }, '@odata.id': 'o1' }]
    const ingredients = [{ ...TITLE, from }]
    const { page } = await poll({ ingredients, at: undefined }, [{ items }], { fields: { column: 'Status' } })
    expect(page?.items[0]?.ingredients).toEqual({ Title: value })
  })
})

test.each([
  [[{ status: 409, as: 'done' as const }], Response.json({}, { status: 409 }), { ok: true, value: { items: [] } }],
  [
    [{ at: '$.errors[0]', as: 'fail' as const, message: '$.errors[0].message' }],
    { errors: [{ message: 'No such board' }] },
    { problem: { failure: 'status', message: 'Acme refused this. It said: No such board' } },
  ],
  [
    [{ at: '$.code', is: [10015], as: 'gone' as const, message: 'Make a new webhook.' }],
    Response.json({ code: 10015 }, { status: 404 }),
    { problem: { failure: 'unauthorized', is_account_gone: true, message: 'Make a new webhook.' } },
  ],
  [
    [{ status: 403, text: 'secondary rate', as: 'later' as const }],
    new Response('You hit a secondary rate limit', { status: 403 }),
    { problem: { failure: 'rate_limited', retry_after: 60_000 } },
  ],
  [
    [{ status: 400, text: 'invalid_auth', as: 'unauthorized' as const }],
    new Response('invalid_auth', { status: 400 }),
    { problem: { failure: 'unauthorized' } },
  ],
  [[{ status: 500, as: 'done' as const }], Response.json({}, { status: 503 }), { problem: { failure: 'server' } }],
])('the errors %j say what an answer means', async (errors, answer, outcome) => {
  expect((await poll({ errors }, [answer])).outcome).toMatchObject(outcome)
})

test.each([
  [
    { id: 1, tags: ['a', 'b'], level: 4 },
    { Tags: 'a, b', Level: 4 },
  ],
  [
    { id: 1, tags: [] },
    { Tags: '', Level: 3 },
  ],
  [
    { id: 1, level: 'high' },
    { Tags: null, Level: 'high' },
  ],
])('the item %j has these ingredients', async (given, told) => {
  const ingredients: PolledTrigger['ingredients'] = [
    { slug: 'Tags', name: 'Tags', type: 'text', from: '$.tags[*]', example: 'a' },
    { slug: 'Level', name: 'Level', type: 'number', from: '{{$.level | default: "3"}}', example: '3' },
  ]
  const { page } = await poll({ ingredients, at: undefined }, [{ items: [given] }])
  expect(page?.items[0]?.ingredients).toEqual(told)
})

test("a list at a user's own server may be long", async () => {
  const fields = [{ slug: 'server', label: 'Server', type: 'url' as const, base: true as const }]
  const connect = { kind: 'key' as const, fields }
  const { io, asked } = stepIo([{ items: [] }, { items: [] }], { base_url: BASE })
  for (const service of [ACME, { ...ACME, hosts: [], connect }]) await httpPoll(service, TRIGGER)(FIRST, io)
  expect(asked.map(({ init }) => init.max_bytes)).toEqual([undefined, 4 * 1024 * 1024])
})

describe('an answer that is too much', () => {
  test('of ten thousand items loses none, in their order', async () => {
    const items = Array.from({ length: 10_000 }, (_, id) => ({ id, title: `item ${id}` }))
    const { page } = await poll({ at: undefined }, [{ items }])
    expect(page?.items.map(({ id }) => id)).toEqual(items.map(({ id }) => String(id)))
  })

  test('of three megabytes is told, and not read', async () => {
    const settings = { SITE_ORIGIN: 'https://switchyard.example', SUPPORT_URL: '', TRUSTED_ORIGINS: [] }
    const large = JSON.stringify({ items: [{ ...item(1), title: 'x'.repeat(3 * 1024 * 1024) }] })
    const { io } = stepIo([], {
      base_url: BASE,
      fetch: guardedOutcome({ fetch: async () => new Response(large), settings }),
    })
    expect(await httpPoll(ACME, TRIGGER)(FIRST, io)).toMatchObject({
      ok: false,
      problem: { failure: 'too_large', message: 'api.acme.example sent more than we can read.' },
    })
  })

  test.each([
    ['is nested deep', new Response(`{"items":${NESTED}}`)],
    ['has no list where it should', { items: { id: 1 } }],
    ['has an item without an id', { items: [item(1), { title: 'none' }] }],
  ])('or %s is told, and nothing of it is taken', async (_, answer) => {
    expect((await poll({}, [answer])).outcome).toMatchObject({ ok: false, problem: { failure: 'protocol' } })
  })

  test('in entries that have no list is told', async () => {
    const items = '$.results[*].highlights[*]'
    expect((await poll({ items, at: undefined }, [{ results: 'none' }])).outcome).toMatchObject({
      problem: { failure: 'protocol' },
    })
    expect((await poll({ items, at: undefined }, [{ results: [{ highlights: 'none' }] }])).page?.items).toEqual([])
  })
})
