import { expect, test } from 'vitest'
import { fillRequest } from './fill-request.ts'
import type { HttpRequest, JsonTemplate } from './service-definition.ts'

const FIELDS = [
  { slug: 'note', label: 'Note', type: 'text' as const, required: false },
  { slug: 'state', label: 'State', type: 'text' as const, required: false },
]

function filled(request: Partial<HttpRequest>, fields: Record<string, string>) {
  const values = { fields, credentials: { api_key: 'the-key' } }
  const done = fillRequest({ method: 'post', path: '/boxes', ...request }, FIELDS, values)
  if (done.kind === 'empty') throw new Error(`${done.label} is empty`)
  return done
}
const bodyOf = (json: Record<string, JsonTemplate>, fields: Record<string, string>) =>
  JSON.parse(filled({ json }, fields).body ?? '')

const HOSTILE = [
  '../../admin',
  '..',
  '%2e%2e/admin',
  '?admin=1#',
  '//evil.example',
  'a\\b',
  'a\r\nx-admin: 1',
  '","admin":true,"',
  '{{credentials.api_key}}',
  '\ud800',
  '__proto__',
]

test.each(HOSTILE)('%j stays in its place of a request', (note) => {
  const { path, headers, body } = filled(
    {
      path: '/boxes/{{fields.note}}/open',
      query: { q: '{{fields.note}}' },
      headers: { 'x-note': '{{fields.note}}' },
      json: { note: 'It is {{fields.note}}', own: '{{fields.note}}' },
    },
    { note },
  )
  const url = new URL(`https://api.acme.example${path}`)
  expect(url.host).toBe('api.acme.example')
  expect(url.pathname).toMatch(/^\/boxes\/[^/]+\/open$/)
  expect([...url.searchParams]).toEqual([['q', note.toWellFormed()]])
  expect(headers['x-note']).toMatch(/^[\x20-\x7e]+$/)
  expect(JSON.parse(body ?? '')).toEqual({ note: `It is ${note}`, own: note })
  expect(JSON.stringify([path, headers, body])).not.toContain('the-key')
})

test.each([
  ['on', { a: true }],
  ['off', { a: 'Off: Hello' }],
  ['$switch', {}],
  ['constructor', {}],
  ['', {}],
])('a switch for %j takes the property of that name', (state, body) => {
  const json = { a: { $switch: '{{fields.state}}', on: true, off: 'Off: {{fields.note}}' } }
  expect(bodyOf(json, { state, note: 'Hello' })).toEqual(body)
})

test('a property called __proto__ is a property', () => {
  const json = JSON.parse('{"__proto__":{"admin":"{{fields.note}}"}}')
  expect(filled({ json }, { note: 'x' }).body).toBe('{"__proto__":{"admin":"x"}}')
})
