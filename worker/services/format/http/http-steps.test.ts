import { describe, expect, test } from 'vitest'
import { findService } from '../../operator/known-services.ts'
import { stepIo } from '../step-io.fixture.ts'

const octoforge = findService('octoforge')
const poll = { fields: {}, applet_id: 1, page: null, etag: null, last_modified: null }
const star = {
  id: 'S01',
  full_name: 'looms/jacquard',
  url: 'https://octoforge.test/looms/jacquard',
  starred_at: '2026-03-02T09:14:00Z',
}

describe('a poll', () => {
  test('reads ids, times and ingredients of the items', async () => {
    const { io, asked } = stepIo([{ starred: [star], next_cursor: 'S01' }])
    expect(await octoforge?.triggers['new_star']?.poll?.(poll, io)).toEqual({
      ok: true,
      value: {
        items: [
          {
            id: 'S01',
            at: Date.UTC(2026, 2, 2, 9, 14),
            ingredients: {
              RepositoryName: 'looms/jacquard',
              RepositoryUrl: 'https://octoforge.test/looms/jacquard',
              StarredAt: '2026-03-02T09:14:00Z',
            },
          },
        ],
        next: 'S01',
        etag: null,
        last_modified: null,
        fresh_for: null,
        unchanged: false,
      },
    })
    expect(asked).toEqual([
      {
        address: 'https://api.octoforge.example/api/starred?limit=50',
        init: {
          method: 'GET',
          headers: { accept: 'application/json', authorization: 'Bearer the-token' },
          redirects: 'get',
        },
      },
    ])
  })

  test('asks for the next page with its cursor', async () => {
    const { io, asked } = stepIo([{ starred: [] }])
    await octoforge?.triggers['new_star']?.poll?.({ ...poll, page: 'a b' }, io)
    expect(asked[0]?.address).toBe('https://api.octoforge.example/api/starred?limit=50&cursor=a+b')
  })

  test('sends ETag and date back, and understands 304', async () => {
    const headers = { etag: '"2"', 'cache-control': 'max-age=120' }
    const { io, asked } = stepIo([new Response(null, { status: 304, headers })])
    const outcome = await octoforge?.triggers['new_star']?.poll?.(
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
    ['no list', { starred: 'none' }],
    ['no such property', {}],
    ['an item without an id', { starred: [{ full_name: 'a/b' }] }],
    ['an item that is nothing', { starred: [null] }],
  ])('calls an answer that is not as declared a protocol error: %s', async (_, answer) => {
    const { io } = stepIo([answer])
    expect(await octoforge?.triggers['new_star']?.poll?.(poll, io)).toMatchObject({
      ok: false,
      problem: { failure: 'protocol', message: 'Octoforge sent an answer that we could not read.' },
    })
  })
})

test('an answer nested beyond reason is a protocol error', async () => {
  const answer = `{"starred":[{"id":"S01","full_name":${'['.repeat(20_000)}${']'.repeat(20_000)}}]}`
  const { io } = stepIo([new Response(answer)])
  expect(await octoforge?.triggers['new_star']?.poll?.(poll, io)).toMatchObject({
    ok: false,
    problem: { failure: 'protocol' },
  })
})

describe('an action', () => {
  const call = { fields: { repo: 'R/1?', title: 'He said "no" {{fields.repo}}', body: '' }, applet_id: 1 }

  test('sends its key, encodes the path and escapes JSON', async () => {
    const { io, asked } = stepIo([Response.json({ id: 'I9', url: 'https://octoforge.test/9' }, { status: 201 })], {
      key: 'sy_run_1_0',
    })
    const outcome = await octoforge?.actions['create_issue']?.run(call, io)
    expect(outcome).toMatchObject({ ok: true, value: { id: 'I9', url: 'https://octoforge.test/9' } })
    expect(asked[0]).toMatchObject({
      address: 'https://api.octoforge.example/api/repos/R%2F1%3F/issues',
      init: {
        method: 'POST',
        redirects: 'none',
        body: '{"title":"He said \\"no\\" {{fields.repo}}"}',
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
    const outcome = await octoforge?.actions['create_issue']?.run(
      { fields: { repo: 'R01', title: '  ' }, applet_id: 1 },
      io,
    )
    expect(outcome).toMatchObject({ ok: false, problem: { failure: 'input', sent: 'no' } })
    expect(asked).toEqual([])
  })

  test('looks whether the item with its key is there', async () => {
    const issues = [
      { id: 'I2', request_id: null },
      { id: 'I1', request_id: 'sy_run_1_0', url: 'javascript:alert(1)' },
    ]
    const { io, asked } = stepIo([{ issues }, { issues: [] }], { key: 'sy_run_1_0' })
    const find = octoforge?.actions['create_issue']?.find
    expect(await find?.(call, io)).toMatchObject({ ok: true, value: { id: 'I1', url: null } })
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
    const outcome = await octoforge?.actions['create_issue']?.run(call, io)
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
    expect(await octoforge?.actions['create_issue']?.run(call, io)).toMatchObject({
      problem: { message: 'Octoforge refused this. It said: You may not write' },
    })
  })

  test("skips what IFTTT's services ask to skip", async () => {
    const errors = [{ status: 'SKIP', message: 'Nothing new' }]
    const { io } = stepIo([Response.json({ errors }, { status: 400 })])
    expect(await octoforge?.actions['create_issue']?.run(call, io)).toMatchObject({
      problem: { failure: 'skip', message: 'Nothing new' },
    })
  })
})

test('an account is asked for its id and name', async () => {
  const { io, asked } = stepIo([{ id: 7, name: 'ada' }, { name: 'nobody' }])
  expect(await octoforge?.checkAccount?.(io)).toEqual({ ok: true, value: { id: '7', name: 'ada' } })
  expect(await octoforge?.checkAccount?.(io)).toMatchObject({ ok: false, problem: { failure: 'protocol' } })
  expect(asked[0]?.address).toBe('https://api.octoforge.example/api/me')
})
