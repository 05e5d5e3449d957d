import { expect, test } from 'vitest'
import { createLarder } from '../../../../dev/stand-ins/doubles/ifttt-service/larder.ts'
import { LARDER_SERVICE_KEY, type LarderKind } from '../../../../dev/stand-ins/doubles/ifttt-service/larder-api.ts'
import { createRamshackle, RAMSHACKLE_SERVICE_KEY } from '../../../../dev/stand-ins/doubles/ifttt-service/ramshackle.ts'
import { serviceProblems } from '../../format/check/service-problems.ts'
import { stepIo } from '../../format/step-io.fixture.ts'
import { draftManifest } from './draft-manifest.ts'
import { readManifest } from './read-manifest.ts'
import { isManifest, savedManifest } from './saved-manifest.ts'
import { probeService } from './probe-service.ts'

const NOWHERE = { taken: [], allowed_hosts: [], refusal: () => null }
const NOW = Date.UTC(2026, 2, 1, 12)
const SITE = { settings: { SITE_ORIGIN: 'https://switchyard.example' } }

/** Probes the service that answers so, at https://import.test. */
function probe(
  fetch: (request: Request) => Response | Promise<Response>,
  service_key: string,
  {
    api_url = 'https://import.test',
    ...typed
  }: Partial<Record<'api_url' | 'triggers' | 'queries' | 'actions', string>> = {},
) {
  const { io } = stepIo([], {
    fetch: async (address, init) => {
      const { pathname, search } = new URL(address)
      return { ok: true, value: await fetch(new Request(`http://import.test${pathname}${search}`, init)) }
    },
  })
  return probeService(SITE, io, { api_url, service_key, ...typed })
}

async function probedLarder(kind: Partial<LarderKind> = {}, typed: { triggers?: string; queries?: string } = {}) {
  const larder = createLarder({ now: () => NOW, ...kind })
  return { larder, probed: await probe((request) => larder.app.fetch(request), LARDER_SERVICE_KEY, typed) }
}

test('an import reads steps, fields and ingredients from the service', async () => {
  const { probed } = await probedLarder()
  expect(probed).toMatchObject({
    api_url: 'https://import.test',
    signs_in: true,
    triggers: [
      {
        slug: 'runs_low',
        fields: [
          { slug: 'shelf', example: 'spices', live_options: true, validates: false },
          { slug: 'below', example: '3', live_options: false, validates: true },
        ],
        ingredients: [
          { slug: 'Item', name: 'Item', type: 'text', from: '$.item', example: 'Salt' },
          { slug: 'Shelf' },
          { slug: 'Left', type: 'number' },
          { slug: 'CreatedAt', name: 'Created at', type: 'datetime', example: '2026-03-01T12:00:00.000Z' },
        ],
        problem: null,
      },
      { slug: 'delivery_arrived', fields: [] },
    ],
    queries: [{ slug: 'items_on_shelf', ingredients: [{ slug: 'Item' }, { slug: 'Left' }] }],
    actions: [{ slug: 'add_to_list', fields: [{ slug: 'item' }, { slug: 'amount' }] }],
  })
})

test('an import polls each trigger once, for three items, and leaves it', async () => {
  const { larder } = await probedLarder()
  const polls = larder.state.calls.filter(({ path, method }) => method === 'POST' && /triggers\/\w+$/.test(path))
  expect(polls.map(({ body }) => JSON.parse(body).limit)).toEqual([3, 3])
  expect(larder.state.identities).toEqual({})
  expect(larder.state.kitchens['larder-ada'].list).toEqual([])
})

test("the test's access token is stored nowhere", async () => {
  const { larder, probed } = await probedLarder()
  const token = larder.oauth.state.grants[0]?.accessTokens[0]?.token ?? ''
  expect(larder.state.calls.some(({ headers }) => headers['authorization'] === `Bearer ${token}`)).toBe(true)
  expect(JSON.stringify(draftManifest(probed))).not.toContain(token)
  expect(JSON.stringify(draftManifest(probed))).not.toContain(LARDER_SERVICE_KEY)
})

test('what only a person can name is a gap of the draft', async () => {
  const draft = draftManifest((await probedLarder()).probed)
  const read = await readManifest(draft, NOWHERE)
  const gaps = read.kind === 'wrong' ? read.problems.map(({ path }) => path.join('.')) : []
  expect(gaps).toEqual(expect.arrayContaining(['id', 'name', 'triggers.0.name', 'triggers.0.fields.0.label']))
  expect(gaps.every((gap) => /(?:^|\.)(?:id|name|short_name|description|label)$/.test(gap))).toBe(true)
  const named = JSON.stringify({ ...draft, id: 'larder' }).replaceAll('""', '"Named"')
  const whole = await readManifest(JSON.parse(named), NOWHERE)
  if (whole.kind === 'wrong') throw new Error(JSON.stringify(whole.problems))
  const definition = savedManifest(whole.manifest)
  expect(serviceProblems(definition)).toEqual([])
  expect(definition).toMatchObject({ id: 'larder', short_name: 'Named', transport: 'ifttt' })
})

test('a service without sign-in is opened by its key alone', async () => {
  const { app, misbehaves } = createRamshackle(() => NOW)
  misbehaves.add('says anything at /status')
  const probed = await probe((request) => app.fetch(request), RAMSHACKLE_SERVICE_KEY, {
    api_url: ' https://import.test/ifttt/v1/ ',
  })
  expect(probed).toMatchObject({
    signs_in: false,
    triggers: [{ ingredients: [{ slug: 'Door' }, { slug: 'CreatedAt' }] }],
  })
  expect(draftManifest(probed).sign_in).toBeNull()
})

test.each<[string, number, string, object]>([
  ['a wrong key', 401, '', { code: 'invalid_input', detail: { attribute: 'service_key' } }],
  ['no such service', 404, '<h1>Hello</h1>', { code: 'invalid_input', detail: { attribute: 'api_url' } }],
  ['a service that is away', 503, 'Later', { code: 'service_unreachable' }],
  ['HTML in 200', 200, '<h1>Hello</h1>', { code: 'invalid_input', detail: { attribute: 'api_url' } }],
])('refuses %s with a sentence', async (_, status, body, refusal) => {
  await expect(probe(() => new Response(body, { status }), 'a key')).rejects.toMatchObject(refusal)
})

test('a service that names no triggers goes on with what is typed', async () => {
  const typed = {
    triggers: 'runs_low: shelf=spices, below=3\ndelivery_arrived',
    queries: 'items_on_shelf: shelf=spices',
  }
  const { probed, larder } = await probedLarder({ names_triggers: false }, typed)
  expect(probed).toMatchObject({
    signs_in: true,
    triggers: [
      {
        slug: 'runs_low',
        fields: [
          { slug: 'shelf', example: 'spices', live_options: true },
          { slug: 'below', example: '3' },
        ],
        ingredients: [{ slug: 'Item', example: 'Salt' }, { slug: 'Shelf' }, { slug: 'Left' }, { slug: 'CreatedAt' }],
        problem: null,
      },
      { slug: 'delivery_arrived', fields: [], problem: null },
    ],
    queries: [{ slug: 'items_on_shelf', ingredients: [{ slug: 'Item' }, { slug: 'Left' }] }],
    actions: [{ slug: 'add_to_list' }],
  })
  expect(larder.state.identities).toEqual({})
})

test.each(['{"data":{}}', '{"data":{"samples":[]}}', '{"data":{"samples":{"triggers":{}}}}'])(
  'a service that says %s has no steps yet',
  async (said) => {
    const probed = await probe(() => new Response(said), 'a key')
    expect(probed).toMatchObject({ signs_in: false, triggers: [], queries: [], actions: [] })
  },
)

test('a typed field without an example has no hint', async () => {
  const { app } = createRamshackle(() => NOW)
  const probed = await probe((request) => app.fetch(request), RAMSHACKLE_SERVICE_KEY, { actions: 'shout: text' })
  expect(draftManifest(probed).actions[0]?.fields).toEqual([{ slug: 'text', label: '', type: 'text' }])
})

test('a service without sign-in is asked with its key despite a token', async () => {
  const { probed } = await probedLarder({ signs_in: false })
  expect(probed).toMatchObject({
    signs_in: false,
    triggers: [
      { slug: 'runs_low', fields: [{ live_options: true }, {}], problem: null },
      { slug: 'delivery_arrived', problem: null },
    ],
    queries: [{ ingredients: [{ slug: 'Item' }, { slug: 'Left' }], problem: null }],
  })
  expect(draftManifest(probed).sign_in).toBeNull()
})

test('a service that neither token nor key opens wants an account', async () => {
  const larder = createLarder({ now: () => NOW })
  const isSetup = (request: Request) => /status|setup/.test(request.url)
  const probed = await probe(
    (request) => (isSetup(request) ? larder.app.fetch(request) : Response.json({ errors: [] }, { status: 401 })),
    LARDER_SERVICE_KEY,
  )
  const problem = 'It answers only people who have signed in.'
  expect(probed).toMatchObject({ signs_in: true, triggers: [{ problem }, { problem }] })
})

test('refuses what is not an address', async () => {
  const refused = probe(() => new Response(), 'a key', { api_url: 'larder' })
  await expect(refused).rejects.toMatchObject({ code: 'invalid_input', detail: { attribute: 'api_url' } })
})

test("a trigger that cannot be polled is named with the service's words", async () => {
  const { app, misbehaves } = createRamshackle(() => NOW)
  misbehaves.add('answers errors as text')
  const probed = await probe((request) => app.fetch(request), RAMSHACKLE_SERVICE_KEY)
  const problem = 'import.test has trouble. It said: Come back later'
  expect(probed.triggers).toMatchObject([{ ingredients: [], problem }])
})

test.each<[string, object, string]>([
  ['an address of the site', { id: 'settings' }, 'id'],
  ['a name of another service', { id: 'larder', short_name: 'GitHub' }, 'short_name'],
  ['a host that is not allowed', { id: 'larder' }, 'api_url'],
  ['an unknown key', { id: 'larder', token: 'x' }, 'token'],
])('a manifest with %s is refused there', async (_, change, place) => {
  const draft = draftManifest((await probedLarder()).probed)
  const named = JSON.parse(JSON.stringify(draft).replaceAll('""', '"Named"'))
  const taken = [{ id: 'github', name: 'Other', short_name: 'GitHub' }]
  const read = await readManifest({ ...named, ...change }, { ...NOWHERE, taken, allowed_hosts: ['other.test'] })
  expect(isManifest(named)).toBe(true)
  expect(read).toMatchObject({
    kind: 'wrong',
    problems: expect.arrayContaining([expect.objectContaining({ path: [place] })]),
  })
})
