import { expect, test } from 'vitest'
import { HOUR } from '../../contract/shared/durations.ts'
import { readCredentials } from '../../engine/steps/account-io.ts'
import { accountOwner, decryptToken } from '../../system/secrets/token-encryption.ts'
import { bluesky } from '../../services/bluesky/service.ts'
import { aService, aUser } from '../../testing/rows.ts'
import { testCtx } from '../../testing/test-ctx.ts'
import { connectKey } from '../connect-key.ts'
import { refreshAccount } from '../access/refresh-account.ts'
import { accountRow } from '../testing/connection.fixture.ts'

const VALUES = { handle: 'ada.bsky.social', app_password: 'abcd-efgh-ijkl-mnop' }
const DID = 'did:plc:44ybard66vv44zksje25o7dz'

/** A server of Bluesky: each session has a number, and ends two hours after it was opened. */
function aServer(now: () => number) {
  const asked: string[] = []
  const answers = { password: VALUES.app_password, refresh: 'refresh-1', account: true }
  let sessions = 0
  const session = () => {
    sessions += 1
    answers.refresh = `refresh-${sessions}`
    const payload = btoa(JSON.stringify({ exp: (now() + 2 * HOUR) / 1000 }))
    return { did: DID, handle: VALUES.handle, accessJwt: `e30.${payload}.${sessions}`, refreshJwt: answers.refresh }
  }
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const name = new URL(request.url).pathname.split('.').at(-1) ?? ''
    asked.push(name)
    const bearer = request.headers.get('authorization')
    switch (name) {
      case 'createSession': {
        const { password }: { password: string } = await request.json()
        if (password !== answers.password) return Response.json({ error: 'AuthenticationRequired' }, { status: 401 })
        return Response.json(session())
      }
      case 'refreshSession':
        if (bearer !== `Bearer ${answers.refresh}`) return Response.json({ error: 'ExpiredToken' }, { status: 400 })
        return Response.json(session())
      case 'getSession':
        return answers.account
          ? Response.json({ did: DID, handle: VALUES.handle })
          : new Response(null, { status: 404 })
      default:
        return new Response(null, { status: 404 })
    }
  }
  return { asked, answers, fetch }
}

async function connected() {
  const clock = { now: () => 0 }
  const server = aServer(() => clock.now())
  const base = await testCtx({ fetch: server.fetch })
  clock.now = base.now
  const { connect } = bluesky
  const connect_fields = connect.kind === 'key' ? (connect.fields ?? []) : []
  await aService(base.db, { module_name: 'bluesky', connect_kind: 'key', connect_fields })
  const ctx = await base.as(await aUser(base.db))
  clock.now = ctx.now
  const { id } = await connectKey(ctx, { module_name: 'bluesky', values: VALUES })
  const row = () => accountRow(ctx, id)
  const opened = async () => {
    const account = await row()
    const text = await decryptToken(ctx.settings.TOKEN_KEYS, accountOwner(account), account.access_token)
    return readCredentials(text)
  }
  return { ctx, server, row, opened }
}

test('keeps a session sealed with what was pasted', async () => {
  const { ctx, server, row, opened } = await connected()
  const account = await row()
  expect(account).toMatchObject({ account_id: DID, account_name: '@ada.bsky.social', expires_at: ctx.now() + 2 * HOUR })
  expect(JSON.stringify(account)).not.toMatch(/refresh-1|abcd-efgh|e30\./)
  const { token, credentials } = await opened()
  expect(token).toMatch(/\.1$/)
  expect(credentials).toMatchObject({ ...VALUES, did: DID, pds: 'https://bsky.social' })
  expect(server.asked).toEqual(['createSession', 'getSession'])
})

test('renews a session once, with its refresh token', async () => {
  const { ctx, server, row, opened } = await connected()
  await refreshAccount(ctx, await row())
  expect((await opened()).token).toMatch(/\.2$/)
  expect((await row()).version).toBe(2)
  expect(server.asked.slice(2)).toEqual(['refreshSession'])
})

test('opens another session where its refresh token has ended', async () => {
  const { ctx, server, row, opened } = await connected()
  server.answers.refresh = 'another'
  await refreshAccount(ctx, await row())
  expect((await opened()).credentials).toMatchObject(VALUES)
  expect(server.asked.slice(2)).toEqual(['refreshSession', 'createSession'])
})

test('breaks a connection whose password was taken back', async () => {
  const { ctx, server, row } = await connected()
  Object.assign(server.answers, { refresh: 'another', password: 'another' })
  await expect(refreshAccount(ctx, await row())).rejects.toMatchObject({ code: 'connection_broken' })
  expect((await row()).status).toBe('broken')
})

test("names a pasted value, not the session's server", async () => {
  const { ctx, server } = await connected()
  server.answers.account = false
  await expect(connectKey(ctx, { module_name: 'bluesky', values: VALUES })).rejects.toMatchObject({
    detail: { attribute: 'app_password' },
  })
})

test('stores nothing where a password is refused', async () => {
  const { ctx, server } = await connected()
  const asked = server.asked.length
  const values = { handle: 'mona.bsky.social', app_password: 'wron-wron-wron-wron' }
  await expect(connectKey(ctx, { module_name: 'bluesky', values })).rejects.toMatchObject({
    code: 'invalid_key',
    message: 'Wrong handle or app password.',
    detail: { attribute: 'app_password' },
  })
  expect(server.asked.slice(asked)).toEqual(['createSession'])
})
