import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { findService } from '../known-services.ts'
import { stepIo } from '../format/step-io.fixture.ts'
import { headersProblem, secretHeaderProblem } from './request-headers.ts'
import { signingSecretProblem } from './standard-signature.ts'

const KEY = 'sy_run_0_0'
const SECRET = `whsec_${btoa('a secret of thirty-two bytes, all')}`

async function request(fields: Record<string, string>, answer: unknown = 'fine') {
  const { io, asked } = stepIo([answer instanceof Response ? answer : new Response(String(answer))], { key: KEY })
  const call = { fields: { url: 'https://far.test/in', ...fields }, applet_id: 1 }
  const outcome = await findService('webhooks')?.actions['make_request']?.run(call, io)
  const init = asked[0]?.init
  return { outcome, init, headers: new Headers(init?.headers), asked }
}

async function getJson(fields: Record<string, string>, answer: unknown) {
  const { io, asked } = stepIo([answer], { key: null })
  const call = { fields: { url: 'https://far.test/data', ...fields }, applet_id: 1 }
  return { outcome: await findService('webhooks')?.queries['get_json']?.run(call, io), asked }
}

describe('a web request', () => {
  test('has method, headers, content type and body', async () => {
    const { outcome, init, headers } = await request({
      method: 'PATCH',
      content_type: 'application/x-www-form-urlencoded',
      headers: 'X-Room: kitchen\n\nAccept: text/plain',
      body: 'a=1',
    })
    expect(outcome).toEqual({ ok: true, value: { id: null, url: null, answer: 'fine' } })
    expect(init).toMatchObject({ method: 'PATCH', body: 'a=1', redirects: 'none' })
    expect(Object.fromEntries(headers)).toEqual({
      accept: 'text/plain',
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': KEY,
      'x-request-id': KEY,
      'x-room': 'kitchen',
    })
  })

  test.each([
    ['{"a":1}', 'application/json'],
    ['hello', 'text/plain; charset=utf-8'],
  ])('%s is sent as %s by default', async (body, type) => {
    expect((await request({ body })).headers.get('content-type')).toBe(type)
  })

  test('a GET has no body', async () => {
    const { init, headers } = await request({ method: 'GET', body: 'x' })
    expect([init?.body, headers.get('content-type')]).toEqual([undefined, null])
  })

  test('never repeats its secret header', async () => {
    const fields = { secret_header: 'Authorization: Bearer tok-12345' }
    const answered = await request(fields, 'You sent Bearer tok-12345')
    expect(answered.headers.get('authorization')).toBe('Bearer tok-12345')
    expect(JSON.stringify(answered.outcome)).not.toContain('tok-12345')
    const refused = await request(fields, new Response('{"message":"tok-12345 has expired"}', { status: 403 }))
    expect(refused.outcome).toMatchObject({ ok: false, problem: { message: expect.stringContaining('has expired') } })
    expect(JSON.stringify(refused.outcome)).not.toContain('tok-12345')
  })

  test('what ingredients made wrong is not sent', async () => {
    const { outcome, asked } = await request({ headers: 'X-Name: a\u0000b' })
    expect(outcome).toMatchObject({ ok: false, problem: { failure: 'input', sent: 'no' } })
    expect(asked).toEqual([])
  })
})

describe('a signature', () => {
  test('is one that the library of Standard Webhooks accepts', async () => {
    const body = JSON.stringify({ name: 'Zoë', text: '€' })
    const { io, asked } = stepIo([''], { key: KEY, now: Date.now() })
    const call = { fields: { url: 'https://far.test/', method: 'POST', body, signing_secret: SECRET }, applet_id: 1 }
    await findService('webhooks')?.actions['make_request']?.run(call, io)
    const headers = Object.fromEntries(new Headers(asked[0]?.init.headers))
    expect(headers['webhook-id']).toBe(KEY)
    expect(new Webhook(SECRET).verify(body, headers)).toEqual(JSON.parse(body))
    expect(() => new Webhook(SECRET).verify(body.replace('Zoë', 'Eve'), headers)).toThrow()
  })

  test.each(['whsec_', 'whsec_c2hvcnQ=', 'abc', 'whsec_!!!!'])('refuses %s as a secret', (text) => {
    expect(signingSecretProblem(text)).toMatch(/^Write a secret of Standard Webhooks/)
  })
})

test.each([
  ['X-Name', 'Write one header a line, such as "X-Name: value".'],
  ['Bad Name: x', 'Write one header a line, such as "X-Name: value".'],
  ['Host: other.test', 'Host cannot be set here.'],
  ['Content-Length: 1', 'Content-Length cannot be set here.'],
  ['Authorization: Bearer x', 'Put Authorization into the secret header, where nobody can read it.'],
  ['X-Api-Key: x', 'Put X-Api-Key into the secret header, where nobody can read it.'],
  ['X-Room: kitchen', null],
])('headers of %s are answered %s', (text, problem) => {
  expect(headersProblem(text)).toBe(problem)
})

test.each(['', 'a: 1\nb: 2', 'Transfer-Encoding: chunked'])('refuses %j as the secret header', (text) => {
  expect(secretHeaderProblem(text)).not.toBeNull()
})

describe('JSON of an address', () => {
  test.each([
    ['$.a.b', { a: { b: 21.5 } }, 21.5],
    ['$.list[1].name', { list: [{}, { name: 'x' }] }, 'x'],
    ['$.none', { a: 1 }, null],
    ['', { a: 1 }, '{"a":1}'],
    ['$.a', { a: [1, 2] }, '[1,2]'],
  ])('gives what stands at %j', async (path, answer, value) => {
    const { outcome, asked } = await getJson({ path }, answer)
    expect(outcome).toEqual({ ok: true, value: [{ Value: value, Body: JSON.stringify(answer), Status: 200 }] })
    expect(asked[0]?.init).toMatchObject({ redirects: 'get' })
  })

  test.each(['a.b', '$..a', '$.a[x]', '$.__proto__ '])('refuses the path %s', async (path) => {
    expect((await getJson({ path }, {})).outcome).toMatchObject({ ok: false, problem: { failure: 'input' } })
  })
})
