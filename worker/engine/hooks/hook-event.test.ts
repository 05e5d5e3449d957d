import { expect, test } from 'vitest'
import { readChallenge } from './handshake.ts'
import { toHookEvent } from './hook-event.ts'

const NOW = Date.UTC(2026, 2, 1, 12)

function read(given: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}, query = '') {
  const body = typeof given === 'string' ? new TextEncoder().encode(given) : given
  const request = {
    query: new URLSearchParams(query),
    headers: new Headers(headers),
    body: new Uint8Array(body).buffer,
  }
  return toHookEvent({ kind: 'applet', key_hash: 'h' }, request, NOW)
}
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
/** Node and workerd can read it, but not write it again. */
const DEEP = `{"value1":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

test.each([
  ['{"a":1}', JSON_TYPE, 'json'],
  ['"text"', JSON_TYPE, 'json'],
  ['{"a":1}', { 'content-type': 'application/cloudevents+json' }, 'json'],
  ['{', JSON_TYPE, 'text'],
  [DEEP, JSON_TYPE, 'text'],
  ['{"a":1}', {}, 'json'],
  ['{"a":1}', FORM_TYPE, 'json'],
  ['a=1', FORM_TYPE, 'form'],
  ['12', FORM_TYPE, 'form'],
  ['12', {}, 'text'],
  ['{"a":1}', { 'content-type': 'text/plain' }, 'text'],
  ['<a/>', { 'content-type': 'text/xml' }, 'text'],
  ['', JSON_TYPE, 'none'],
  [new Uint8Array([0xff, 0xfe]), JSON_TYPE, 'bytes'],
])('%.40j with %j is %s', async (body, headers, kind) => {
  const event = await read(body, headers)
  const text = kind === 'none' || kind === 'bytes' ? null : body
  expect(event).toMatchObject({ kind, text, bytes: body.length })
  expect(event.ingredients).toMatchObject({ JsonPayload: kind === 'json' ? body : '', Body: text ?? '' })
})

test.each([
  ['', {}, 'value1=a&VALUE2=b', ['a', 'b', '']],
  ['value1=a&Value3=c', FORM_TYPE, 'value1=z&value2=b', ['a', 'b', 'c']],
  ['{"value1":"a","Value2":7,"value3":{"b":[1]}}', JSON_TYPE, '', ['a', '7', '{"b":[1]}']],
  ['{"value1":null,"value2":false}', JSON_TYPE, '', ['', 'false', '']],
  ['["value1"]', JSON_TYPE, '', ['', '', '']],
])('reads the values of %j with %j and ?%s', async (body, headers, query, values) => {
  const { Value1, Value2, Value3 } = (await read(body, headers, query)).ingredients
  expect([Value1, Value2, Value3]).toEqual(values)
})

test('reads the values of a form with parts, but no files', async () => {
  const form = new FormData()
  form.set('value1', 'a')
  form.set('value2', new File(['secret'], 'a.txt'))
  const sent = new Response(form)
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
  const event = await read(new Uint8Array(await sent.arrayBuffer()), headers)
  expect(event).toMatchObject({ kind: 'form', ingredients: { Value1: 'a', Value2: '{}' } })
})

test('shows a few headers, never cookies or credentials', async () => {
  const { ingredients } = await read('', {
    cookie: 'a=1',
    authorization: 'Bearer x',
    'x-forwarded-for': '192.0.2.1',
    'user-agent': 'curl/8',
    'x-github-event': 'push',
  })
  expect(JSON.parse(String(ingredients['Headers']))).toEqual({ 'user-agent': 'curl/8', 'x-github-event': 'push' })
  expect(ingredients['OccurredAt']).toBe('2026-03-01T12:00:00.000Z')
})

test('the first header with an id names the event', async () => {
  const id = async (headers: Record<string, string>) => (await read('', headers)).event_id
  expect(await id({ 'idempotency-key': 'b', 'webhook-id': 'a', 'x-github-delivery': 'c' })).toBe('a')
  expect(await id({ 'idempotency-key': 'b', 'x-github-delivery': 'c' })).toBe('b')
  expect(await id({ 'webhook-id': ' ', 'x-github-delivery': 'c', 'x-request-id': 'd' })).toBe('c')
  expect(await id({ 'x-request-id': 'd' })).toBeNull()
  expect(await id({ 'webhook-id': 'x'.repeat(201) })).toMatch(/^[0-9a-f]{64}$/)
})

test('equal bodies have equal hashes', async () => {
  expect((await read('a')).body_hash).toBe((await read('a', JSON_TYPE)).body_hash)
  expect((await read('a')).body_hash).not.toBe((await read('b')).body_hash)
})

test('echoes no long challenge and nothing else', () => {
  const ask = (method: string, query: string, text = '') =>
    readChallenge({
      method,
      query: new URLSearchParams(query),
      body: new Uint8Array(new TextEncoder().encode(text)).buffer,
    })
  expect(ask('GET', 'challenge=abc')).toBe('abc')
  expect(ask('GET', `challenge=${'x'.repeat(1025)}`)).toBeNull()
  expect(ask('GET', 'hub.challenge=abc')).toBeNull()
  expect(ask('POST', 'challenge=abc')).toBeNull()
  expect(ask('POST', '', '{"challenge":"abc"}')).toBeNull()
  expect(ask('POST', '', '{"type":"url_verification","challenge":1}')).toBeNull()
  expect(ask('POST', '', 'url_verification')).toBeNull()
})
