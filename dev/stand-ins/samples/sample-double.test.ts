import { expect, test } from 'vitest'
import type { Poll } from '../../../worker/engine/steps/service-steps.ts'
import type { ServiceDefinition } from '../../../worker/services/format/service-definition.ts'
import { ownServiceFile } from '../../../worker/services/service-registry.ts'
import { sampleSignIn } from './connect/sample-sign-in.ts'
import { ACME } from './sampled-services.ts'
import { sampleScene } from './testing/sample-scene.fixture.ts'
import { sampleServer } from './testing/sample-server.fixture.ts'

const KEY = { 'x-api-key': 'sample-api-key-of-acme' }
const NOW = Date.UTC(2026, 2, 10, 12)
const [PARCEL] = ACME.triggers ?? []
const [OPEN_BOX] = ACME.actions ?? []
if (!PARCEL || !OPEN_BOX) throw new Error('The template has no steps.')
const item = { id: 'p1', sender: { name: 'Mona' }, created_at: '2026-03-01T09:30:00Z' }

/** Acme with another trigger and the answer of its sample. */
function withTrigger(change: Partial<typeof PARCEL>, answer: unknown): ServiceDefinition {
  const sample = { fields: { box: '7' }, answer: answer as never }
  const { samples, queries: _queries, ...file } = structuredClone(ACME)
  const triggers = [{ ...PARCEL!, ...change }]
  return { ...file, triggers, samples: { ...samples, triggers: { new_parcel: sample } } }
}

/** Every page of the first trigger, as the engine reads them, after so many presses. */
async function pagesOf(definition: ServiceDefinition, presses: number): Promise<string[][]> {
  const scene = sampleScene(definition)
  for (let press = 0; press < presses; press++) await scene.press('trigger/new_parcel')
  const pages: string[][] = []
  let page: string | null = null
  do {
    const polled: Awaited<ReturnType<Poll>> | undefined = await scene.service.triggers['new_parcel']?.poll?.(
      { fields: { box: '7' }, applet_id: 1, page, etag: null, last_modified: null },
      scene.io(),
    )
    if (!polled?.ok) throw new Error(polled?.problem.message)
    pages.push(polled.value.items.map(({ id }) => id))
    page = polled.value.next
  } while (page !== null)
  return pages
}

test.each([
  ['pushover', 'Key that ends in over'],
  ['wordpress', 'Ada, http://localhost:1/wordpress'],
  ['mastodon', '@ada@localhost:1'],
])('the page of %s names its account as the product does', async (id, account) => {
  const definition = ownServiceFile(id)
  if (!definition) throw new Error(`There is no service ${id}.`)
  expect(await sampleServer(definition).page()).toContain(`<p>${account}</p>`)
})

test('what is made happen says what was typed', async () => {
  const { ask, press, page } = sampleServer(ACME, () => NOW)
  expect(await page()).toContain('<label>Sender <input name="text"')
  await press('trigger/new_parcel', { text: 'Nadia' })
  const answer: unknown = await (await ask('/boxes/7/parcels?limit=50', { headers: KEY })).json()
  expect(answer).toMatchObject({ parcels: [{ id: 'p1-1', sender: { name: 'Nadia' } }, item] })
})

test('what was typed stands in the field that the sample chose', async () => {
  const ingredients = [
    { slug: 'Sender', name: 'Sender', type: 'text', from: '$.fields[{{fields.box}}]', example: 'Mona' } as const,
  ]
  const answer = { parcels: [{ id: 'p1', fields: { 7: 'Mona', 8: 'Hall' } }] }
  const { ask, press } = sampleServer(withTrigger({ ingredients }, answer), () => NOW)
  await press('trigger/new_parcel', { text: 'Nadia' })
  const read: unknown = await (await ask('/boxes/7/parcels?limit=50', { headers: KEY })).json()
  expect(read).toMatchObject({ parcels: [{ id: 'p1-1', fields: { 7: 'Nadia', 8: 'Hall' } }, { id: 'p1' }] })
})

test.each<[string, string, RequestInit, number, string]>([
  ['an unknown path', '/drawers', {}, 501, 'asks GET /drawers'],
  ['an unknown parameter', '/me?verbose=1', {}, 501, 'the query parameter verbose'],
  ['a missing parameter', '/boxes/7/parcels', {}, 501, 'no query parameter'],
  ['a missing key', '/me', { headers: {} }, 501, 'lacks the header x-api-key'],
  ['an old key', '/me', { headers: { 'x-api-key': 'old' } }, 401, 'not the key'],
  ['a key of JSON', '/boxes/7/open', json({ note: 'Hi', loud: true }), 501, 'the key loud'],
  ['another type', '/boxes/7/open', { method: 'POST', body: 'note=Hi' }, 501, 'the content type text/plain'],
])('%s is refused in words', async (_, path, init, status, words) => {
  const { ask } = sampleServer(ACME)
  const answer = await ask(path, { ...init, headers: { ...(init.headers ?? KEY) } })
  expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(words)])
})

function json(body: object): RequestInit {
  return { method: 'POST', body: JSON.stringify(body), headers: { ...KEY, 'content-type': 'application/json' } }
}

const listed = { parcels: [item] }
test.each<[string, Partial<typeof PARCEL>, object]>([
  ['a place', { next: '$.cursor' }, { ...listed, cursor: 'abc' }],
  ['a number', { next: { from: '$.page', query: 'page' } }, { ...listed, page: 2 }],
  ['a link', { next: { link: 'next' } }, listed],
  ['an address', { next: { address: '$.next' } }, { ...listed, next: null }],
  ['the last item', { next: { last: '$.id', query: 'after', while: '$.more' } }, { ...listed, more: false }],
  [
    'a value in a body',
    {
      next: '$.cursor',
      request: { post: '/graphql', json: { query: '{ parcels }', variables: { after: '{{next}}' } } },
    },
    { ...listed, cursor: null },
  ],
])('pages follow by %s to the end', async (_, change, answer) => {
  const pages = await pagesOf(withTrigger(change, answer), 21)
  expect(pages.map((page) => page.length)).toEqual([10, 10, 2])
  expect(new Set(pages.flat()).size).toBe(22)
})

test.each<[string, Partial<typeof PARCEL>, object]>([
  ['a time', { request: { get: '/parcels', query: { after: '{{since | seconds}}' } } }, listed],
  ['an id', { request: { get: '/parcels', query: { after: '{{last_id}}' } } }, listed],
  [
    'what was kept',
    { keep: '$.sync', request: { get: '/parcels', query: { sync: '{{kept}}' } } },
    { ...listed, sync: 'a' },
  ],
])('what came since %s is listed alone', async (_, change, answer) => {
  const { next: _next, ...file } = { ...PARCEL!, ...change }
  const definition = { ...withTrigger({}, answer), triggers: [file] }
  const scene = sampleScene(definition)
  const poll = (etag: string | null) =>
    scene.service.triggers['new_parcel']?.poll?.(
      { fields: { box: '7' }, applet_id: 1, page: null, etag, last_modified: null },
      scene.io(),
    )
  await scene.press('trigger/new_parcel')
  const first = await poll(null)
  if (!first?.ok) throw new Error(first?.problem.message)
  expect(first.value.items.map(({ id }) => id)).toEqual(['p1-1', 'p1'])
  scene.clock.shift(60_000)
  await scene.press('trigger/new_parcel')
  const second = await poll(first.value.etag)
  expect(second).toMatchObject({ ok: true, value: { only_new: true } })
  expect(second?.ok && second.value.items[0]?.id).toBe('p1-2')
  expect(second?.ok && second.value.items.some(({ id }) => id === 'p1')).toBe(false)
})

test('numbers stay numbers, also in a list in a list', async () => {
  const answer = { boxes: [{ title: 'Hall', parcels: [{ id: 41, at: 1_772_000_000, sender: { name: 'Mona' } }] }] }
  const ingredients = [
    { slug: 'Sender', name: 'Sender', type: 'text', from: '$.sender.name', example: 'Mona' } as const,
  ]
  const { next: _next, ...file } = withTrigger({}, answer).triggers![0]!
  const trigger = { ...file, items: '$.boxes[*].parcels[*]', at: '$.at', ingredients }
  const { ask, press } = sampleServer({ ...withTrigger({}, answer), triggers: [trigger] }, () => NOW)
  await press('trigger/new_parcel')
  const read: unknown = await (await ask('/boxes/7/parcels?limit=50', { headers: KEY })).json()
  const parcels = [{ id: 1041, at: NOW / 1000, sender: { name: 'Mona' } }, { id: 41 }]
  expect(read).toMatchObject({ boxes: [{ title: 'Hall', parcels }] })
})

test('a history in a list ends with what is made happen', async () => {
  const answer = [[{ sender: { name: 'Mona' }, at: '2026-03-01T09:30:00Z' }]]
  const ingredients = [
    { slug: 'Sender', name: 'Sender', type: 'text', from: '$.sender.name', example: 'Mona' } as const,
  ]
  const { next: _next, ...file } = withTrigger({}, answer).triggers![0]!
  const own = { items: '$[*][*]', id: '$.at', at: '$.at', order: 'oldest_first', ingredients } as const
  const { ask, press } = sampleServer({ ...withTrigger({}, answer), triggers: [{ ...file, ...own }] }, () => NOW)
  await press('trigger/new_parcel', { text: 'Nadia' })
  const read: unknown = await (await ask('/boxes/7/parcels?limit=50', { headers: KEY })).json()
  // Its id is its time.
  const happened = { sender: { name: 'Nadia' }, at: '2026-03-10T12:00:00Z' }
  expect(read).toEqual([[answer[0]?.[0], happened]])
})

test('a list is not an entry whose name came out empty', async () => {
  const box = { ...PARCEL!, request: { get: '/boxes/{{fields.box}}' } }
  const { ask } = sampleServer({ ...withTrigger({}, listed), triggers: [box] })
  expect(await (await ask('/boxes', { headers: KEY })).json()).toHaveProperty('boxes.0.id', '7')
  expect(await (await ask('/boxes/7', { headers: KEY })).json()).toMatchObject(listed)
})

test('steps at one address are told apart by what they send', async () => {
  const graphql = (query: string) => ({ post: '/graphql', json: { query, variables: { box: '{{fields.box}}' } } })
  const definition: ServiceDefinition = {
    ...withTrigger({ request: graphql('{ parcels }') }, listed),
    actions: [{ ...OPEN_BOX!, request: graphql('mutation { open }') }],
  }
  const { ask, kept } = sampleServer(definition)
  await ask('/graphql', json({ query: 'mutation { open }', variables: { box: '7' } }))
  expect(await (await ask('/graphql', json({ query: '{ parcels }', variables: { box: '7' } }))).json()).toMatchObject({
    parcels: [{ id: 'p1' }],
  })
  expect(kept('acme').map(({ slug }) => slug)).toEqual(['open_box'])
  expect((await ask('/graphql', json({ query: '{ drawers }' }))).status).toBe(501)
})

test('its page makes things happen, shows what was sent, and fails', async () => {
  const { ask, press, page, kept } = sampleServer(ACME)
  expect(await page()).toMatch(/<button>Make it happen: New parcel<\/button>[^]*Not yet\.[^]*Nothing yet\./)
  await press('trigger/new_parcel')
  await ask('/boxes/7/open', json({ note: '<b>Hi</b>' }))
  await press('fault', { what: 'broken' })
  expect(await page()).toMatch(/Once so far\.[^]*Open a box[^]*&lt;b&gt;Hi[^]*One fault is still to come\./)
  expect((await ask('/me', { headers: KEY })).status).toBe(500)
  await press('fault', { what: 'hang_up_after' })
  await expect(ask('/boxes/7/open', json({ note: 'Again' }))).rejects.toThrow('fetch failed')
  expect(kept('acme')).toHaveLength(2)
  await press('fault', { what: 'down', calls: '3' })
  expect((await ask('/me', { headers: KEY })).status).toBe(503)
  expect(await page()).toContain('2 faults are still to come.')
  await press('faults/end')
  expect((await ask('/me', { headers: KEY })).status).toBe(200)
  expect(await page()).not.toContain('still to come')
})

test('its page shows a mail as its reader sees it', async () => {
  const gmail = ownServiceFile('gmail')
  if (!gmail) throw new Error('There is no Gmail.')
  const { ask, page } = sampleServer(gmail)
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const mail = [
    'To: mona@example.com',
    `Subject: =?UTF-8?B?${base64('Grüße')}?=`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=UTF-8',
    'Content-Transfer-Encoding: base64',
    '',
    `${base64('The ferns are <b>watered</b>.')}\r\n`,
  ].join('\r\n')
  const headers = { authorization: 'Bearer sample-token-of-gmail', 'content-type': 'application/json' }
  const body = JSON.stringify({ raw: Buffer.from(mail).toString('base64url') })
  await ask('/gmail/v1/users/me/messages/send', { method: 'POST', headers, body })
  expect(await page()).toMatch(/To: mona@example\.com\nSubject: Grüße\n\nThe ferns are &lt;b&gt;watered&lt;\/b&gt;\./)
})

test.each([
  ['gmail', ['Use “openid”', 'Use “email”', 'Use “gmail.send”']],
  ['linear', ['Use “read”, “issues:create”, and “comments:create”']],
])('%s asks for its permissions by name', (id, words) => {
  const definition = ownServiceFile(id)
  if (!definition) throw new Error(`There is no service ${id}.`)
  expect(Object.values(sampleSignIn(definition, 'Ada')?.scopes ?? {})).toEqual(words)
})
