import { env } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import type { Activation } from '../../contract/connections/service.ts'
import {
  aConnectionFixture,
  begin,
  BROWSER,
  comeBack,
  RETURN_TO,
  wanting,
  type ConnectionFixture,
} from '../../connections/testing/connection.fixture.ts'
import { activateServices } from '../../connections/activate.ts'
import { signIn } from '../../testing/rows.ts'
import { call } from '../../testing/call-api.ts'

const NAMES = ['github', 'google_sheets']
let world: ConnectionFixture
beforeEach(async () => {
  world = await aConnectionFixture()
})

/** The browser opens an activation path of ours from elsewhere, such as after the redirects of a service. */
function fromElsewhere(ctx: ConnectionFixture['ctx'], path: string): Promise<Activation> {
  const query = new URL(path, 'https://own.invalid').searchParams
  const returnTo = query.get('return_to') ?? ''
  const continuation = query.get('continuation')
  return activateServices(ctx, wanting(query.getAll('c[]'), { returnTo, continuation, fromOurs: false }))
}

/** Connects the first service and returns where our callback leads. */
async function afterFirst({ ctx, provider }: ConnectionFixture) {
  return (await comeBack(ctx, provider.allow(await begin(ctx, NAMES)))).to
}

test('another site does not start a connection without a press', async () => {
  const activation = await activateServices(world.ctx, wanting(['github'], { fromOurs: false, reconnect: true }))
  expect(activation).toMatchObject({ kind: 'ask', to: expect.stringContaining('&reconnect=1') })
})

test('two services in one flow ask once', async () => {
  const { ctx } = world
  expect(await fromElsewhere(ctx, `/activate?c[]=github&c[]=google_sheets&return_to=${RETURN_TO}`)).toMatchObject({
    kind: 'ask',
  })
  const next = await fromElsewhere(ctx, await afterFirst(world))
  expect(next).toMatchObject({ kind: 'redirect', to: expect.stringMatching('^https://google_sheets.example/') })
})

test('a used continuation asks', async () => {
  const path = await afterFirst(world)
  await fromElsewhere(world.ctx, path)
  expect(await fromElsewhere(world.ctx, path)).toMatchObject({ kind: 'ask' })
})

test('two simultaneous uses of a continuation start one connection', async () => {
  const path = await afterFirst(world)
  const kinds = await Promise.all([1, 2, 3].map(async () => (await fromElsewhere(world.ctx, path)).kind))
  expect(kinds.toSorted()).toEqual(['ask', 'ask', 'redirect'])
})

test('a continuation asks after a minute', async () => {
  const path = await afterFirst(world)
  world.ctx.advance(60_000)
  expect(await fromElsewhere(world.ctx, path)).toMatchObject({ kind: 'ask' })
})

test.each([
  ['forged', (path: string) => path.replace(/.(?=.{9}$)/, (one) => (one === 'A' ? 'B' : 'A'))],
  ['for other services', (path: string) => path.replace('c[]=github&', '')],
  ['for another return address', (path: string) => path.replace('star-to-sheet', 'other')],
  ['missing', (path: string) => path.replace(/&continuation=.*/, '')],
  ['no token', (path: string) => path.replace(/continuation=.*/, 'continuation=%00')],
])('a continuation that is %s asks', async (_, change) => {
  expect(await fromElsewhere(world.ctx, change(await afterFirst(world)))).toMatchObject({ kind: 'ask' })
})

test('a continuation of another session asks', async () => {
  const path = await afterFirst(world)
  expect(await fromElsewhere(await world.base.as(world.user), path)).toMatchObject({ kind: 'ask' })
  expect(await fromElsewhere(world.ctx, path)).toMatchObject({ kind: 'redirect' })
})

test.each([
  [{ 'sec-fetch-site': 'same-origin' }, 'redirect'],
  [{ 'sec-fetch-site': 'none' }, 'redirect'],
  [{ 'sec-fetch-site': 'cross-site' }, 'ask'],
  [{ 'sec-fetch-site': 'same-site' }, 'ask'],
  [{ 'sec-fetch-site': 'cross-site', referer: 'http://localhost:8788/plans' }, 'ask'],
  [{ 'sec-fetch-site': '', referer: 'http://localhost:8788/plans' }, 'redirect'],
  [{ 'sec-fetch-site': '', referer: 'http://localhost:8788.evil.example/' }, 'ask'],
  [{ 'sec-fetch-site': '', referer: 'null' }, 'ask'],
  [{ 'sec-fetch-site': '' }, 'ask'],
])('a browser that says %j gets: %s', async (headers, kind) => {
  expect((await activationOf('/api/activation?c[]=github', headers)).kind).toBe(kind)
})

test('the press works in a browser that never says where it was', async () => {
  const silent = { 'sec-fetch-site': '' }
  const { session } = await aSession()
  const asked = await activationOf('/api/activation?c[]=github', silent, session)
  if (asked.kind !== 'ask') throw new Error(asked.kind)
  const pressed = await activationOf(`/api${asked.to.replace('/activate', '/activation')}`, silent, session)
  expect(pressed.kind).toBe('redirect')
})

async function aSession() {
  const { token: session } = await signIn(world.base.db, world.user, Date.now())
  return { session }
}

const SERVICE_CREDENTIALS = JSON.stringify({ github: { client_id: 'switchyard', client_secret: 'secret' } })

async function activationOf(path: string, headers: Record<string, string>, given?: string) {
  const session = given ?? (await aSession()).session
  const bindings = { ...env, SERVICE_CREDENTIALS }
  const cookie = `__Host-session=${session}; __Host-oauth=${BROWSER}`
  const response = await call('GET', path, { headers: { cookie, ...headers }, bindings })
  return response.json<Activation>()
}
