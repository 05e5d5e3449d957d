import { expect, onTestFinished, test, vi } from 'vitest'
import { downloadAccount } from '../../users/accounts/download/download-account.ts'
import { disconnectAccount } from '../../connections/disconnect.ts'
import { UNUSED_CLIENTS_KEPT } from '../../contract/limits.ts'
import { DAY } from '../../contract/shared/durations.ts'
import { sessions } from '../../db/schema/accounts.ts'
import { oauth_clients } from '../../db/schema/connections.ts'
import { purgeExpired } from '../../operations/jobs/purge-expired.ts'
import { openServerClient } from '../../system/secrets/sealed-client.ts'
import { productWithDoubles } from '../../../dev/stand-ins/doubles/testing/signed-in.fixture.ts'

async function atServer(now = Date.now) {
  const world = await productWithDoubles({ now })
  const server = `${world.services.origin}/mastodon`
  /** Its metadata is asked for first. */
  const beOld = () => world.services.control.addFault('mastodon', { kind: 'status', status: 404 })
  const asked = () => world.services.control.asked('mastodon').map(({ method, path }) => `${method} ${path}`)
  const clients = () => world.ctx.db.select().from(oauth_clients)
  return { ...world, server, beOld, asked, clients }
}
const REGISTERED = 'POST /api/v1/apps'

test('asks for the server, registers there and signs in', async () => {
  const world = await atServer()
  expect(await world.start('mastodon')).toMatchObject({
    kind: 'server',
    problem: null,
    field: { label: 'Your server' },
  })
  const account = await world.connect('mastodon', world.server)
  const { host } = new URL(world.server)
  expect(account).toMatchObject({ account_id: `1@${host}`, account_name: `@ada@${host}`, expires_at: null })
  expect(world.asked().filter((call) => call === REGISTERED)).toHaveLength(1)
  const [row] = await world.clients()
  expect(row).toMatchObject({ server: world.server, endpoints: { has_pkce: true } })
  expect(row?.client).toMatch(/^local\./)
})

test('the next user of a server needs no other client', async () => {
  const world = await atServer()
  await world.connect('mastodon', world.server)
  await world.asAnother().connect('mastodon', world.server)
  expect(world.asked().filter((call) => call === REGISTERED)).toHaveLength(1)
})

test('a server that forgot our client is asked for another one', async () => {
  const world = await atServer()
  await world.connect('mastodon', world.server)
  world.services.control.revokeAll('mastodon')
  expect(await world.connect('mastodon', world.server)).toMatchObject({ status: 'connected' })
  expect(await world.clients()).toHaveLength(1)
})

test('an older server without metadata signs in without PKCE', async () => {
  const world = await atServer()
  world.beOld()
  const step = await world.start('mastodon', world.server)
  expect(step.kind === 'redirect' && new URL(step.to).searchParams.has('code_challenge')).toBe(false)
  world.beOld()
  expect(await world.connect('mastodon', world.server)).toMatchObject({ status: 'connected' })
})

test('PKCE is used where the server says that it checks it', async () => {
  const world = await atServer()
  const step = await world.start('mastodon', world.server)
  expect(step.kind === 'redirect' && new URL(step.to).searchParams.get('code_challenge_method')).toBe('S256')
})

test.each([
  ['', 'Enter the name of a server, such as mastodon.example.'],
  ['two words', 'Enter the name of a server, such as mastodon.example.'],
  ['http://mastodon.example', 'Enter a public https address.'],
  ['localhost', 'Enter a public https address.'],
  ['127.0.0.1', 'Enter a public https address.'],
  ['router.internal', 'Enter a public https address.'],
])('the name %j is refused at its field', async (name, problem) => {
  const world = await atServer()
  expect(await world.start('mastodon', name)).toMatchObject({ kind: 'server', value: name, problem })
  expect(world.asked()).toEqual([])
})

test('a server that is not one of Mastodon is named so', async () => {
  const world = await atServer()
  const answer = await world.start('mastodon', `${world.services.origin}/github`)
  expect(answer).toMatchObject({ kind: 'server', problem: 'This server does not answer as Mastodon does.' })
  world.services.control.addFault('mastodon', { kind: 'status', status: 503, calls: 9 })
  const away = await world.start('mastodon', world.server)
  expect(away).toMatchObject({ problem: 'This server does not answer. Check its name, or try again later.' })
})

test('a code that comes back at another server’s address is refused', async () => {
  const world = await atServer()
  const step = await world.start('mastodon', world.server)
  const back = await world.allow(step.kind === 'redirect' ? step.to : '')
  back.pathname = back.pathname.replace(/[^/]+$/, 'o'.repeat(22))
  expect((await world.comeBack(back)).to).toContain('error_type=connection_failed')
  expect(await world.accounts()).toEqual([])
})

test('disconnecting revokes the token at its server', async () => {
  const world = await atServer()
  const account = await world.connect('mastodon', world.server)
  await disconnectAccount(world.ctx, account.id)
  await world.settled()
  expect(world.asked().at(-1)).toBe('POST /oauth/revoke')
  const { token } = JSON.parse(await world.opened(account))
  const answer = await fetch(`${world.server}/api/v1/accounts/verify_credentials`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(401)
})

test('an unused client at a server goes, and later users have another', async () => {
  let now = Date.UTC(2026, 2, 10, 12)
  const world = await atServer(() => now)
  const quarterPasses = async () => {
    now += UNUSED_CLIENTS_KEPT + DAY
    await world.ctx.db.update(sessions).set({ last_seen_at: now, expires_at: now + DAY })
    await purgeExpired(world.ctx)
    return world.clients()
  }
  const account = await world.connect('mastodon', world.server)
  expect(await quarterPasses()).toHaveLength(1)
  expect(await quarterPasses()).toHaveLength(1)
  await disconnectAccount(world.ctx, account.id)
  await world.settled()
  expect(await quarterPasses()).toEqual([])
  expect(await world.asAnother().connect('mastodon', world.server)).toMatchObject({ status: 'connected' })
})

test('tokens and clients are in no log, address or download', async () => {
  const written: string[] = []
  for (const level of ['log', 'warn', 'error', 'info'] as const)
    vi.spyOn(console, level).mockImplementation((...said) => void written.push(JSON.stringify(said)))
  onTestFinished(() => void vi.restoreAllMocks())
  const world = await atServer()
  const account = await world.connect('mastodon', world.server)
  const { token } = JSON.parse(await world.opened(account))
  const [row] = await world.clients()
  if (!row) throw new Error('There is no client.')
  const { client_secret } = await openServerClient(world.ctx.settings.TOKEN_KEYS, row)
  world.services.control.addFault('mastodon', { kind: 'status', status: 500 })
  await world.start('mastodon', world.server)
  await disconnectAccount(world.ctx, account.id)
  await world.settled()
  await world.connect('mastodon', world.server)
  const { body } = await downloadAccount(world.ctx)
  const addresses = world.services.control.asked('mastodon').map(({ path, query }) => path + JSON.stringify(query))
  const kept = [...written, ...addresses, await new Response(body).text()].join('\n')
  expect(kept).toContain(`@ada@${new URL(world.server).host}`)
  for (const secret of [token, client_secret]) {
    expect(secret.length).toBeGreaterThan(42)
    expect(kept).not.toContain(secret)
  }
})
