import { expect, test } from 'vitest'
import template from '../../../../dev/service/template.json'
import { serviceDefinitions } from '../../service-registry.ts'
import { readServiceFile } from './read-service-file.ts'

const AROUND = { taken: serviceDefinitions(), allowed_hosts: [] }
const [trigger] = template.triggers
const [action] = template.actions

async function problemsOf(change: object) {
  const read = await readServiceFile({ ...template, ...change }, AROUND)
  return read.kind === 'wrong' ? read.problems : []
}

test.each(['GitHub', 'Gıthub', 'G1tHub', 'ＧitHub', 'Git\u200bHub', 'Google Sheets', 'gооgle-sheets'])(
  'a service cannot pose as another: %j',
  async (name) => {
    const message = expect.stringMatching(/^looks like (?:GitHub|Google Sheets), another service/)
    expect(await problemsOf({ name, short_name: 'Acme' })).toContainEqual({ path: ['name'], message })
    expect(await problemsOf({ short_name: name })).toContainEqual({ path: ['name'], message })
  },
)

test.each([
  ['a name that reverses', { name: 'Ac\u202eme' }, ['name'], 'hide or reverse'],
  ['a line break in a name', { name: 'Ac\nme' }, ['name'], 'hide or reverse'],
  ['a name of spaces', { name: '  ', short_name: 'Acme' }, ['name'], 'nothing that people could see'],
  ['an invisible label', { triggers: [{ ...trigger, name: '\u3164' }] }, ['triggers', 0, 'name'], 'nothing that'],
  [
    'a phrase that reverses',
    { triggers: [{ ...trigger, phrase: 'a box \u202e' }] },
    ['triggers', 0, 'phrase'],
    'reverse',
  ],
  [
    'an invisible sentence',
    { actions: [{ ...action, sentence: '\u200b' }] },
    ['actions', 0, 'sentence'],
    'nothing that',
  ],
  [
    'a message that reverses',
    { actions: [{ ...action, errors: [{ status: 409, as: 'skip', message: 'no \u202e' }] }] },
    ['actions', 0, 'errors', 0, 'message'],
    'reverse',
  ],
  ['an invisible keyword', { keywords: ['parcel', '\u200b'] }, ['keywords', 1], 'nothing that'],
])('refuses %s', async (_, change, path, message) => {
  expect(await problemsOf(change)).toContainEqual({ path, message: expect.stringContaining(message) })
})

test.each([
  ['service', { id: 'constructor' }, ['id']],
  ['step', { triggers: [{ ...trigger, slug: 'constructor' }] }, ['triggers', 0, 'slug']],
  [
    'field',
    { actions: [{ ...action, fields: [{ slug: 'constructor', label: 'Box', type: 'text' }] }] },
    ['actions', 0, 'fields', 0, 'slug'],
  ],
])('nothing is called by what all objects have: no %s', async (_, change, path) => {
  expect(await problemsOf(change)).toContainEqual({ path, message: expect.stringContaining('must be like') })
})

test('an address whose host nobody can have is told as one', async () => {
  const request = { get: 'https://1.2.3.999/parcels' }
  const message = expect.stringContaining('1.2.3.999')
  expect(await problemsOf({ triggers: [{ ...trigger, request }] })).toContainEqual({
    path: ['triggers', 0, 'request', 'get'],
    message,
  })
})

test('a form may send an empty text under any name', async () => {
  const request = { post: '/boxes', form: { name: '', message: '' } }
  expect(await problemsOf({ actions: [{ ...action, request }] })).toEqual([])
})

test.each(['query', 'form'])('a value of %s may be called as a method is', async (part) => {
  const request = { post: '/boxes', [part]: { get: 'all', delete: 'https://elsewhere.example' } }
  expect(await problemsOf({ actions: [{ ...action, request }] })).toEqual([])
})

test.each(['Host', 'content-length', 'Transfer-Encoding', 'Idempotency-Key', 'X-Request-Id', 'CF-Connecting-IP'])(
  'refuses the header %s',
  async (name) => {
    const message = `${name} is set for you. Remove it.`
    expect(await problemsOf({ headers: { [name]: 'x' } })).toContainEqual({ path: ['headers', name], message })
    const request = { get: '/boxes', headers: { [name]: 'x' } }
    expect(await problemsOf({ triggers: [{ ...trigger, request }] })).toContainEqual({
      path: ['triggers', 0, 'request', 'headers', name],
      message,
    })
  },
)

test('a file may set what it sends and takes', async () => {
  const headers = {
    ...template.headers,
    Accept: 'application/vnd.api+json',
    'Content-Type': 'application/vnd.api+json',
  }
  expect(await problemsOf({ headers })).toEqual([])
})

test.each([
  'OAuth oauth_token="{{credentials.api_key}}", oauth_version="1.0"',
  'Basic {{credentials.api_key}}:{{credentials.api_key}}',
  'Token token={{credentials.api_key}}',
])('takes a header that only names what was pasted: %s', async (Authorization) => {
  expect(await problemsOf({ headers: { Authorization } })).toEqual([])
})
