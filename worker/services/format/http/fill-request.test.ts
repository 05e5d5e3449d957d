import { expect, test } from 'vitest'
import { fillRequest } from './fill-request.ts'
import type { JsonTemplate, RequestFile } from '../service-definition.ts'

const FIELDS = [
  { slug: 'note', label: 'Note', type: 'text' as const, required: false },
  { slug: 'state', label: 'State', type: 'text' as const, required: false },
]

function filled(request: RequestFile, fields: Record<string, string>) {
  const scope = { fields, credentials: { api_key: 'the-key' }, timezone: 'UTC', now: 0, key: 'sy_1' }
  return fillRequest({ post: '/boxes', ...request }, FIELDS, scope)
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
  const { address, headers, body } = filled(
    {
      post: '/boxes/{{fields.note}}/open',
      query: { q: '{{fields.note}}' },
      headers: { 'x-note': '{{fields.note}}' },
      json: { note: 'It is {{fields.note}}', own: '{{fields.note}}' },
    },
    { note },
  )
  const url = new URL(`https://api.acme.example${address}`)
  expect(url.host).toBe('api.acme.example')
  expect(url.pathname).toMatch(/^\/boxes\/[^/]+\/open$/)
  expect([...url.searchParams]).toEqual([['q', note.toWellFormed()]])
  expect(headers['x-note']).toMatch(/^[\x20-\x7e]+$/)
  expect(JSON.parse(body ?? '')).toEqual({ note: `It is ${note}`, own: note })
  expect(JSON.stringify([address, headers, body])).not.toContain('the-key')
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

test.each([
  ['tea', 'on', { block: { type: 'Title', text: 'tea' }, title: 'tea' }],
  ['', 'on', { title: 'on' }],
  ['', '', {}],
])('a part stands there if %j or %j is not empty', (note, state, body) => {
  const json = {
    block: { $if: '{{fields.note}}', $then: { type: 'Title', text: '{{fields.note}}' } },
    title: { $if: '{{fields.note}}', $then: '{{fields.note}}', $else: '{{fields.state}}' },
  }
  expect(bodyOf(json, { note, state })).toEqual(body)
})

test('a parameter takes the place of one that was pasted', () => {
  const credentials = { hook: 'https://chat.example/hooks/1?token=a%2Fb%3D&wait=false&thread=7' }
  const scope = { fields: {}, credentials, timezone: 'UTC', now: 0 }
  const { address } = fillRequest({ post: '{{credentials.hook}}', query: { wait: 'true' } }, [], scope)
  expect(address).toBe('https://chat.example/hooks/1?token=a%2Fb%3D&wait=true&thread=7')
})

test('a property called __proto__ is a property', () => {
  const json = JSON.parse('{"__proto__":{"admin":"{{fields.note}}"}}')
  expect(filled({ json }, { note: 'x' }).body).toBe('{"__proto__":{"admin":"x"}}')
})

test.each<[string, JsonTemplate, unknown]>([
  [
    'an object of which nothing is left',
    { embed: { title: '{{fields.note}}', image: { url: '{{fields.note}}' } } },
    {},
  ],
  [
    'an entry of a list',
    { rows: [{ note: '{{fields.note}}' }, { state: '{{fields.state}}' }] },
    { rows: [{ state: 'on' }] },
  ],
  ['a part of nothing', { rows: { $split: '{{fields.note}}', by: ',' } }, {}],
  [
    'a property without a name',
    { fields: { '{{fields.note}}': 'x', '{{fields.state}}': 'y' } },
    { fields: { on: 'y' } },
  ],
  ['nothing that was written empty', { mentions: { parse: [] } }, { mentions: { parse: [] } }],
])('JSON leaves out %s', (_, json, body) => {
  expect(
    JSON.parse(filled({ json: json as object as RequestFile['json'] }, { note: '', state: 'on' }).body ?? ''),
  ).toEqual(body)
})

test.each<[string, unknown]>([
  ['{"a":[1]}', { data: { a: [1] } }],
  ['"x"', { data: 'x' }],
  [' ', {}],
])('%j that somebody wrote is sent as JSON', (note, body) => {
  expect(bodyOf({ data: { $parse: '{{fields.note}}' } }, { note })).toEqual(body)
})

test.each([
  ['{"a":1,"state":"off"}', 'on', { a: 1, state: 'on' }],
  ['{"a":1,"state":"off"}', '', { a: 1, state: 'off' }],
  ['', 'on', { state: 'on' }],
  ['', '', {}],
])('JSON written as %j is sent with %j beside it', (note, state, body) => {
  expect(bodyOf({ $parse: '{{fields.note}}', state: '{{fields.state}}' }, { note, state })).toEqual(body)
})

test('a list has nothing beside it', () => {
  const json = { $parse: '{{fields.note}}', state: '{{fields.state}}' }
  expect(() => bodyOf(json, { note: '[1]', state: 'on' })).toThrow('{{fields.note}} is not a JSON object.')
})

test('a list is made of each part of a text', () => {
  const json = { guests: { $split: '{{fields.note}}', by: ',', each: { email: '{{item}}' } } }
  expect(bodyOf(json, { note: 'a@x.example, b@x.example,' })).toEqual({
    guests: [{ email: 'a@x.example' }, { email: 'b@x.example' }],
  })
})

test('a part of a list is never read as a template', () => {
  const json = { rows: { $split: '{{fields.note}}', by: ',', each: { text: '{{item}}' } } }
  expect(bodyOf(json, { note: '{{credentials.api_key}}' })).toEqual({ rows: [{ text: '{{credentials.api_key}}' }] })
})

test.each<[string, unknown]>([
  ['7', { shelves: [7] }],
  ['', {}],
  ['seven', { shelves: ['seven'] }],
])('what was chosen as %j can be sent as a number', (note, body) => {
  expect(bodyOf({ shelves: [{ $number: '{{fields.note}}' }] }, { note, state: '' })).toEqual(body)
})

test('a form has its values encoded, without those that are empty', () => {
  const form = { email: '{{fields.note}}', 'metadata[source]': '{{fields.state}}', plan: 'free' }
  const { body, headers } = filled({ form }, { note: 'a&b=c@x.example', state: '' })
  expect([body, headers['content-type']]).toEqual([
    'email=a%26b%3Dc%40x.example&plan=free',
    'application/x-www-form-urlencoded',
  ])
})

test('Basic takes several values', () => {
  const { headers } = filled({ basic: '{{fields.note}}:{{credentials.api_key}}' }, { note: 'sid' })
  expect(headers['authorization']).toBe(`Basic ${btoa('sid:the-key')}`)
})

test('encoded texts are made of the whole text', () => {
  const json = { raw: { $base64url: 'Subject: {{fields.note}}\r\n\r\nÄ?' }, plain: { $base64: '{{fields.note}}' } }
  const { raw, plain } = bodyOf(json, { note: 'Größe' })
  expect([Buffer.from(raw, 'base64url').toString(), raw.includes('+') || raw.includes('/')]).toEqual([
    'Subject: Größe\r\n\r\nÄ?',
    false,
  ])
  expect(Buffer.from(plain, 'base64').toString()).toBe('Größe')
})

test.each([
  ['{{fields.note | json}}', '"a\\"b\'c"'],
  [`'{{fields.note | quote: "'"}}'`, `'a"b\\'c'`],
  ['{{{fields.note}}}', `{a"b'c}`],
])('a quote stays within the text of %s', (text, value) => {
  const { address } = filled({ query: { filter: text } }, { note: `a"b'c` })
  expect(new URL(`https://x.example${address}`).searchParams.get('filter')).toBe(value)
})

test('a parameter can be JSON', () => {
  const { address } = filled({ query: { filter: { $json: { title: '{{fields.note}}' } } } }, { note: 'a"b' })
  expect(new URL(`https://x.example${address}`).searchParams.get('filter')).toBe('{"title":"a\\"b"}')
})

test('the key of an effect can be a UUID', () => {
  const { body } = filled({ json: { id: '{{key | uuid}}', old: '{{key | uuid: "4"}}', mark: 'sy: {{key}}' } }, {})
  expect(JSON.parse(body ?? '')).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
    old: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
    mark: 'sy: sy_1',
  })
})

test('an argument of a filter can be a value', () => {
  const json = { end: '{{fields.note | plus: fields.state}}', other: '{{fields.none | default: fields.note}}' }
  expect(bodyOf(json, { note: '2026-03-01T09:00:00.000Z', state: '1h 30m' })).toEqual({
    end: '2026-03-01T10:30:00.000Z',
    other: '2026-03-01T09:00:00.000Z',
  })
})
