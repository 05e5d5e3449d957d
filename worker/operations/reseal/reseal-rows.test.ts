import { stepsOfKind } from '../../contract/applets/step-list.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aPlainApplet, anAppletFixture, type AppletFixture } from '../../applets/testing/stored-applet.fixture.ts'
import type { ResealJob } from '../../contract/jobs/jobs.ts'
import { EMPTY_DRAFT } from '../../contract/drafts/draft.ts'
import { DAY } from '../../contract/shared/durations.ts'
import { users } from '../../db/schema/accounts.ts'
import { enablements } from '../../db/schema/applets.ts'
import { connected_accounts, oauth_clients } from '../../db/schema/connections.ts'
import { drafts } from '../../db/schema/drafts.ts'
import { runners } from '../../db/schema/runners.ts'
import { openSecret, sealSecret, sealedText, secretOwner } from '../../system/secrets/field-secret.ts'
import { hookColumns, newMakerKey, openMakerKey, readHookUrl } from '../../system/secrets/hook-key.ts'
import { openServerClient, sealServerClient } from '../../system/secrets/sealed-client.ts'
import { accountOwner, decryptToken, encryptToken } from '../../system/secrets/token-encryption.ts'
import { aConnectedAccount, anEnablement } from '../../testing/rows.ts'
import type { TestCtx } from '../../testing/test-ctx.ts'
import { resealPortion, startReseal } from './reseal-rows.ts'

const OLD = `k1:${btoa('o'.repeat(32))}`
const NEW = `k2:${btoa('n'.repeat(32))}`
let world: AppletFixture
beforeEach(async () => {
  world = await anAppletFixture()
  await world.ctx.kv.delete('resealed:k2')
})

/** The same site with these keys, and no job in its queue. */
function withKeys(TOKEN_KEYS: string): TestCtx {
  world.ctx.jobs.length = 0
  return { ...world.ctx, settings: { ...world.ctx.settings, TOKEN_KEYS } }
}

/** Does what the clock starts and the queue brings. Returns how many portions there were. */
async function wholeRound(ctx: TestCtx): Promise<number> {
  await startReseal(ctx, 10 * DAY)
  let portions = 0
  for (const job of ctx.jobs) if (isReseal(job) && ++portions) await resealPortion(ctx, job)
  return portions
}

function isReseal(job: { kind: string }): job is ResealJob {
  return job.kind === 'reseal'
}

const SERVER = { module_name: 'github', server: 'https://forge.example' }
const CLIENT = { client_id: 'our-id', client_secret: 'our-secret' }

async function aServerClient() {
  const [issuer, at] = [SERVER.server, { created_at: 1, updated_at: 1 }]
  const endpoints = { issuer, authorize_url: issuer, token_url: issuer, revoke_url: null, has_pkce: true }
  const client = await sealServerClient(OLD, SERVER, CLIENT)
  return {
    id: 'github https://forge.example',
    ...SERVER,
    client,
    redirect_uri: issuer,
    scopes: '',
    endpoints,
    ...at,
  }
}

/** An account, a hook with a secret field, a maker key, and our client at a server, all sealed with the old key. */
async function sealedBefore() {
  const { db, user } = world
  const owner = accountOwner({ user_id: user.id, module_name: 'github', account_id: 'ada' })
  const tokens = {
    access_token: await encryptToken(OLD, owner, 'at'),
    refresh_token: await encryptToken(OLD, owner, 'rt'),
  }
  const account = await aConnectedAccount(db, user, 'github', { account_id: 'ada', ...tokens })
  const applet = await aPlainApplet(world)
  const hook = await hookColumns(OLD, { user_id: user.id, applet_id: applet.id }, 'hook-key')
  const fields = { '0.secret': await sealSecret(OLD, user.id, 'swordfish'), '0.text': 'plain' }
  await anEnablement(db, user, applet, { ...hook, fields })
  const { columns } = await newMakerKey(withKeys(OLD), 'runner', user.id)
  await db.update(users).set(columns).where(eq(users.id, user.id))
  await db.insert(oauth_clients).values(await aServerClient())
  return { owner, account, applet }
}

test('a round seals everything with the first key, and all opens', async () => {
  const { owner, applet } = await sealedBefore()
  await wholeRound(withKeys(`${NEW},${OLD}`))
  const only = withKeys(NEW)
  const [account] = await world.db.select().from(connected_accounts)
  expect(await decryptToken(NEW, owner, account?.access_token ?? '')).toBe('at')
  expect(await decryptToken(NEW, owner, account?.refresh_token ?? '')).toBe('rt')
  const [row] = await world.db.select().from(enablements)
  if (!row) throw new Error('The enablement is gone.')
  expect(await readHookUrl(only, { ...row, user_id: world.user.id, applet_id: applet.id })).toContain('hook-key')
  expect(row.fields['0.text']).toBe('plain')
  const [ours] = await world.db.select().from(oauth_clients)
  expect(await openServerClient(NEW, { ...SERVER, client: ours?.client ?? '' })).toEqual(CLIENT)
  const sealed = sealedText(row.fields['0.secret'] ?? '')
  expect(await decryptToken(NEW, secretOwner(world.user.id), sealed)).toBe('swordfish')
  const [user] = await world.db.select().from(users).where(eq(users.id, world.user.id))
  expect(await openMakerKey(only, world.user.id, user?.maker_key_sealed ?? '')).toMatch(/^runner\./)
})

test('a Runner is told of secrets that were sealed again', async () => {
  await sealedBefore()
  const wanted = async () =>
    (await world.db.select().from(runners).where(eq(runners.user_id, world.user.id)))[0]?.wanted ?? 0
  const before = await wanted()
  await wholeRound(withKeys(`${NEW},${OLD}`))
  expect(await wanted()).toBeGreaterThan(before)
})

test('a round seals the secrets of drafts again', async () => {
  const { db, user } = world
  const chosen = { kind: 'action', key: 'a', module_name: 'webhooks', slug: 'make_request' } as const
  const step = { ...chosen, account_slot: 0, asked: [], guessed: false }
  const fields = { key: await sealSecret(OLD, user.id, 'swordfish'), body: 'plain' }
  const doc = { ...EMPTY_DRAFT, steps: [{ ...step, fields }] }
  await db.insert(drafts).values({ user_id: user.id, doc, created_at: 1, updated_at: 1 })
  await wholeRound(withKeys(`${NEW},${OLD}`))
  const [row] = await db.select().from(drafts)
  const after = stepsOfKind(row?.doc.steps ?? [], 'action')[0]?.fields
  expect(after).toMatchObject({ body: 'plain' })
  expect(await openSecret(NEW, user.id, after?.['key'] ?? '')).toBe('swordfish')
  expect(row).toMatchObject({ version: 1, updated_at: 1 })
})

test('rounds end once one has found nothing', async () => {
  await sealedBefore()
  const ctx = () => withKeys(`${NEW},${OLD}`)
  expect([await wholeRound(ctx()), await wholeRound(ctx()), await wholeRound(ctx())]).toEqual([6, 6, 0])
})

test('with one key, or later on a day, nothing starts', async () => {
  expect(await wholeRound(withKeys(NEW))).toBe(0)
  const ctx = withKeys(`${NEW},${OLD}`)
  await startReseal(ctx, 10 * DAY + DAY / 2)
  expect(ctx.jobs).toEqual([])
})

test('a portion that an older release queued ends without a failure', async () => {
  const ctx = withKeys(`${NEW},${OLD}`)
  await resealPortion(ctx, { kind: 'reseal', id: 'job_1', table: 'accounts', after: 0, sealed: 0 })
  expect(ctx.jobs).toEqual([])
  await startReseal(ctx, 10 * DAY)
  expect(ctx.jobs).toHaveLength(1)
})

test('a row that no key opens stops no other', async () => {
  const { account } = await sealedBefore()
  const other = await aConnectedAccount(world.db, world.user, 'google_sheets', { access_token: 'k0.aaaa.bbbb' })
  await wholeRound(withKeys(`${NEW},${OLD}`))
  const rows = await world.db.select().from(connected_accounts)
  expect(rows.find(({ id }) => id === other.id)?.access_token).toBe('k0.aaaa.bbbb')
  expect(rows.find(({ id }) => id === account.id)?.access_token).toMatch(/^k2\./)
})
