import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { api } from './api.ts'
import { BODY_MAX_BYTES } from '../contract/limits.ts'
import type { ErrorEnvelope } from '../contract/errors.ts'
import { call } from '../testing/call-api.ts'
import { emptyDatabase } from '../testing/test-ctx.ts'
import { keyedHash } from '../system/secrets/hashes.ts'
import { settingsOf } from '../system/context/env.ts'

beforeEach(emptyDatabase)

const CREDENTIALS = { email: 'ada@example.test', password: 'plum orbit velvet canoe' }

/** Posts a sign-in with exactly this body, which `call` would not send. */
async function post(body: BodyInit, headers: Record<string, string> = {}) {
  const token = await keyedHash(settingsOf(env), 'csrf:visitor:v')
  const request = new Request('http://localhost:8788/api/session', {
    method: 'POST',
    headers: {
      cookie: '__Host-csrf=v',
      'x-requested-with': 'XMLHttpRequest',
      'x-csrf-token': token,
      'content-type': 'application/json',
      ...headers,
    },
    body,
  })
  const context = createExecutionContext()
  const response = await api.fetch(request, env, context)
  await waitOnExecutionContext(context)
  return { status: response.status, ...(await response.json<ErrorEnvelope>()) }
}

function chunked(bytes: number): ReadableStream<Uint8Array> {
  const chunk = new TextEncoder().encode(' '.repeat(4096))
  let left = bytes
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) return controller.close()
      controller.enqueue(chunk.subarray(0, Math.min(left, chunk.length)))
      left -= chunk.length
    },
  })
}

function bytesOf(text: string, ...more: number[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...new TextEncoder().encode(text), ...more])
}

test('answers 413 to a body over 64 KB', async () => {
  expect(await post(' '.repeat(BODY_MAX_BYTES + 1))).toMatchObject({ status: 413, error: { code: 'too_large' } })
  expect(await post(JSON.stringify(CREDENTIALS).padEnd(BODY_MAX_BYTES))).toMatchObject({ status: 401 })
})

test('answers 413 to a chunked body over 64 KB', async () => {
  expect(await post(chunked(BODY_MAX_BYTES + 1))).toMatchObject({ status: 413, error: { code: 'too_large' } })
  expect(await post(chunked(BODY_MAX_BYTES))).toMatchObject({ status: 400, error: { code: 'malformed' } })
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonp'])(
  'answers 415 to a body of type %s',
  async (type) => {
    const body = JSON.stringify(CREDENTIALS)
    expect(await post(body, { 'content-type': type })).toMatchObject({ status: 415, error: { code: 'not_json' } })
  },
)

test('answers 415 to a body without a type', async () => {
  expect(await post(bytesOf(JSON.stringify(CREDENTIALS)), { 'content-type': '' })).toMatchObject({ status: 415 })
})

test('accepts JSON with a charset', async () => {
  const headers = { 'content-type': 'Application/JSON; charset=utf-8' }
  expect(await post(JSON.stringify(CREDENTIALS), headers)).toMatchObject({ status: 401 })
})

test.each(['{', '{"email":}', "{'email':1}", 'email=a', '{"a":1}{"b":2}', '[1,]', '\u{feff}\u{feff}{}'])(
  'answers 400 to malformed JSON: %s',
  async (body) => expect(await post(body)).toMatchObject({ status: 400, error: { code: 'malformed' } }),
)

test.each([
  ['a NUL', bytesOf('{"email":"a', 0, 0x22, 0x7d)],
  ['bad UTF-8', bytesOf('{"email":"', 0xff, 0xfe, 0x22, 0x7d)],
  ['overlong UTF-8', bytesOf('{"email":"', 0xc0, 0xaf, 0x22, 0x7d)],
  ['UTF-16', bytesOf('', 0xff, 0xfe, 0x7b, 0, 0x7d, 0)],
])('answers 400 to a body with %s', async (_, body) => {
  expect(await post(body)).toMatchObject({ status: 400, error: { code: 'malformed' } })
})

test.each(['null', '[]', '1', '"text"', 'true', '{}'])('answers 422 to JSON of another shape: %s', async (body) => {
  expect(await post(body)).toMatchObject({ status: 422, error: { code: 'invalid_input' } })
})

test('answers 422 to an unknown field and names it', async () => {
  const { status, errors } = await post(JSON.stringify({ ...CREDENTIALS, admin: true }))
  expect(status).toBe(422)
  expect(errors).toEqual([{ attribute: 'admin', message: 'Unknown field.' }])
})

test('treats the key __proto__ as an unknown field', async () => {
  const body = `{"__proto__":{"polluted":1},${JSON.stringify(CREDENTIALS).slice(1)}`
  expect(await post(body)).toMatchObject({ status: 422, error: { code: 'invalid_input' } })
  expect('polluted' in {}).toBe(false)
})

test.each([
  ['lists', '['.repeat(30_000) + ']'.repeat(30_000)],
  ['objects', '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)],
  ['a deep field', `{"email":${'['.repeat(30_000)}${']'.repeat(30_000)},"password":"x"}`],
])('refuses very deep JSON: %s', async (_, body) => {
  expect(await post(body)).toMatchObject({ status: 422 })
})

test('accepts half a surrogate pair without failing', async () => {
  expect((await post('{"email":"\\ud800@example.test","password":"\\udfff"}')).status).toBe(401)
  expect((await post('{"email":"a\\u0000@example.test","password":"\\u0000"}')).status).toBe(401)
})

test('a call without a payload needs no content type', async () => {
  expect((await call('DELETE', '/api/session')).status).toBe(204)
  expect((await call('POST', '/api/session')).status).toBe(422)
  expect((await call('POST', '/api/session', { headers: { 'content-type': 'application/json' } })).status).toBe(400)
})
