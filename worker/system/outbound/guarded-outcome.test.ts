import { describe, expect, test } from 'vitest'
import type { OutboundInit } from './outbound-fetch.ts'
import { guardedOutcome } from './guarded-outcome.ts'

const settings = {
  SITE_ORIGIN: 'https://switchyard.example',
  SUPPORT_URL: 'https://switchyard.example/support',
  TRUSTED_ORIGINS: ['http://localhost:8789'],
}
type Answer = Response | (() => Promise<Response>)

/** Answers each address in turn; what was asked is recorded as "address headers". */
function outbound(answers: Answer[]) {
  const asked: { address: string; headers: Record<string, string>; init: RequestInit }[] = []
  const left = [...answers]
  const fetchOutcome = guardedOutcome({
    settings,
    fetch: async (input, init = {}) => {
      const address = String(input)
      asked.push({ address, headers: Object.fromEntries(new Headers(init.headers)), init })
      const answer = left.shift()
      if (!answer) throw new Error(`Not expected: ${address}`)
      return typeof answer === 'function' ? answer() : answer
    },
  })
  return { fetchOutcome, asked }
}

const redirect = (location: string, status = 302) => new Response(null, { status, headers: { location } })
const secrets = { authorization: 'Bearer t', cookie: 'a=b', 'ifttt-service-key': 'k', 'ifttt-channel-key': 'k' }

describe('a request of a step', () => {
  test('with a token that no header can hold is not sent', async () => {
    const { fetchOutcome, asked } = outbound([])
    const outcome = await fetchOutcome('https://api.example/', { headers: { authorization: 'Bearer a\nx-admin: 1' } })
    expect(outcome).toMatchObject({ ok: false, problem: { failure: 'input', sent: 'no' } })
    expect(asked).toEqual([])
  })

  test('names its sender and keeps the headers that callers read', async () => {
    const kept = {
      'cache-control': 'max-age=60',
      etag: '"1"',
      expires: 'Sun, 01 Mar 2026 12:00:00 GMT',
      'last-modified': 'Sun, 01 Mar 2026 11:00:00 GMT',
      location: '/new',
      'retry-after': '7',
      'x-poll-interval': '60',
    }
    const { fetchOutcome, asked } = outbound([new Response('ok', { headers: { ...kept, 'set-cookie': 'a=b' } })])
    const outcome = await fetchOutcome('https://api.example/', { headers: secrets })
    if (!outcome.ok) throw new Error(outcome.problem.message)
    expect(Object.fromEntries(outcome.value.headers)).toEqual({ ...kept, 'content-type': 'text/plain;charset=UTF-8' })
    expect(asked[0]?.headers).toEqual({
      ...secrets,
      'user-agent': 'switchyard.example (+https://switchyard.example/support)',
    })
    expect(asked[0]?.init.redirect).toBe('manual')
  })

  test.each([
    ['https://127.0.0.1/'],
    ['https://switchyard.example/api'],
    ['http://news.example/feed.xml'],
    ['ftp://news.example/'],
    ['not an address'],
  ])('is not sent to %s', async (address) => {
    const { fetchOutcome, asked } = outbound([])
    expect(await fetchOutcome(address)).toMatchObject({ ok: false, problem: { failure: 'refused', sent: 'no' } })
    expect(asked).toEqual([])
  })

  test.each<[string, Answer, OutboundInit, string, string]>([
    ['a reset', () => Promise.reject(new Error('Network connection lost.')), {}, 'transport', 'could not be reached'],
    ['silence', () => new Promise(() => {}), { timeout: 10 }, 'timeout', 'did not answer in time'],
    ['a body that stalls', new Response(new ReadableStream()), { timeout: 10 }, 'timeout', 'did not answer in time'],
    ['a large body', new Response(new Uint8Array(262_145)), {}, 'too_large', 'more than we can read'],
    ['10 MB announced', new Response('', { headers: { 'content-length': '10485760' } }), {}, 'too_large', 'more than'],
  ])('ends in a problem that its user understands: %s', async (_, answer, init, failure, words) => {
    const hanging = typeof answer === 'function' ? answer : async () => answer
    const fetchOutcome = guardedOutcome({
      settings,
      fetch: (_address, request) =>
        Promise.race([
          hanging(),
          new Promise<never>((_resolve, reject) =>
            request?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
          ),
        ]),
    })
    const outcome = await fetchOutcome('https://api.example/', init)
    expect(outcome).toMatchObject({ ok: false, problem: { failure, sent: 'maybe' } })
    expect(!outcome.ok && outcome.problem.message).toContain(words)
  })

  test('reads as much as its caller allows', async () => {
    const { fetchOutcome } = outbound([
      new Response(new Uint8Array(2_097_152)),
      new Response(new Uint8Array(2_097_153)),
      new Response(new Uint8Array(10_485_761)),
    ])
    expect(await fetchOutcome('https://api.example/', { max_bytes: 2_097_152 })).toMatchObject({ ok: true })
    expect(await fetchOutcome('https://api.example/', { max_bytes: 2_097_152 })).toMatchObject({ ok: false })
    const streamed = await fetchOutcome('https://api.example/', { max_bytes: 10_485_760, stream: true })
    await expect(streamed.ok && streamed.value.arrayBuffer()).rejects.toThrow('The answer is too large.')
  })
})

describe('a redirect', () => {
  test('is followed only on request, for GET without a body', async () => {
    const moved = () => redirect('/there', 308)
    const { fetchOutcome, asked } = outbound([moved(), moved(), moved(), new Response('there')])
    expect(await fetchOutcome('https://api.example/')).toMatchObject({ value: { status: 308 } })
    const post = { method: 'POST', body: '{}', redirects: 'get' } as const
    expect(await fetchOutcome('https://api.example/', post)).toMatchObject({ value: { status: 308 } })
    expect(await fetchOutcome('https://api.example/', { redirects: 'get' })).toMatchObject({ value: { status: 200 } })
    expect(asked.at(-1)?.address).toBe('https://api.example/there')
  })

  test('keeps secrets at the same origin and drops them at another', async () => {
    const { fetchOutcome, asked } = outbound([
      redirect('/b'),
      redirect('https://other.example/c'),
      redirect('https://api.example/d'),
      new Response('d'),
    ])
    const headers = { ...secrets, accept: 'text/xml', 'x-secret': 's' }
    await fetchOutcome('https://api.example/a', { redirects: 'get', headers })
    const userAgent = 'switchyard.example (+https://switchyard.example/support)'
    expect(asked.map((each) => each.headers)).toEqual([
      { ...headers, 'user-agent': userAgent },
      { ...headers, 'user-agent': userAgent },
      { accept: 'text/xml', 'user-agent': userAgent },
      { accept: 'text/xml', 'user-agent': userAgent },
    ])
  })

  test.each([
    ['to a private address', 'https://169.254.169.254/', 'refused'],
    ['to our own site', 'https://switchyard.example/api/me', 'refused'],
    ['from https to http', 'http://api.example/', 'protocol'],
    ['to no address', 'https://', 'protocol'],
  ])('is not followed %s', async (_, location, failure) => {
    const { fetchOutcome, asked } = outbound([redirect(location)])
    const outcome = await fetchOutcome('https://api.example/', { redirects: 'get', plain_http: true })
    expect(outcome).toMatchObject({ ok: false, problem: { failure } })
    expect(asked).toHaveLength(1)
  })

  test('is followed five times', async () => {
    const five = Array.from({ length: 5 }, () => redirect('/again'))
    expect(
      await outbound([...five, new Response('ok')]).fetchOutcome('https://api.example/', { redirects: 'get' }),
    ).toMatchObject({ ok: true })
    const six = outbound([...five, redirect('/again')])
    expect(await six.fetchOutcome('https://api.example/', { redirects: 'get' })).toMatchObject({
      problem: { failure: 'protocol', message: 'api.example sent us on more than five times.' },
    })
  })
})

test('a feed may be read over http on port 80, without credentials', async () => {
  const { fetchOutcome, asked } = outbound([redirect('https://news.example/feed.xml'), new Response('<rss/>')])
  const outcome = await fetchOutcome('http://news.example/feed.xml', {
    redirects: 'get',
    plain_http: true,
    headers: secrets,
  })
  expect(outcome).toMatchObject({ ok: true })
  expect(asked.map(({ address, headers }) => [address, Object.keys(headers)])).toEqual([
    ['http://news.example/feed.xml', ['user-agent']],
    ['https://news.example/feed.xml', ['user-agent']],
  ])
  for (const address of [
    'http://news.example:8080/',
    'http://10.0.0.1/',
    'http://printer.local/',
    'http://switchyard.example/',
  ])
    expect(await fetchOutcome(address, { plain_http: true })).toMatchObject({ problem: { failure: 'refused' } })
})
