import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aPlainApplet, anAppletFixture, type AppletFixture } from '../applets/testing/stored-applet.fixture.ts'
import type { ResealJob } from '../contract/jobs/jobs.ts'
import { DAY } from '../contract/shared/durations.ts'
import { users } from '../db/schema/accounts.ts'
import { enablements } from '../db/schema/applets.ts'
import { connected_accounts } from '../db/schema/connections.ts'
import { runners } from '../db/schema/runners.ts'
import { sealSecret, sealedText, secretOwner } from '../secrets/field-secret.ts'
import { hookColumns, newMakerKey, openMakerKey, readHookUrl } from '../secrets/hook-key.ts'
import { accountOwner, decryptToken, encryptToken } from '../secrets/token-encryption.ts'
import { aConnectedAccount, anEnablement } from '../testing/rows.ts'
import type { TestCtx } from '../testing/test-ctx.ts'
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

/** An account, a hook with a secret field, and a maker key, all sealed with the old key. */
async function sealedBefore() {
  const { db, user } = world
  const owner = accountOwner({ user_id: user.id, module_name: 'octoforge', account_id: 'ada' })
  const tokens = {
    access_token: await encryptToken(OLD, owner, 'at'),
    refresh_token: await encryptToken(OLD, owner, 'rt'),
  }
  const account = await aConnectedAccount(db, user, 'octoforge', { account_id: 'ada', ...tokens })
  const applet = await aPlainApplet(world)
  const hook = await hookColumns(OLD, { user_id: user.id, applet_id: applet.id }, 'hook-key')
  const fields = { '0.secret': await sealSecret(OLD, user.id, 'swordfish'), '0.text': 'plain' }
  await anEnablement(db, user, applet, { ...hook, fields })
  const { columns } = await newMakerKey(withKeys(OLD), 'runner', user.id)
  await db.update(users).set(columns).where(eq(users.id, user.id))
  return { owner, account, applet }
}

// §D42-18
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
  const sealed = sealedText(row.fields['0.secret'] ?? '')
  expect(await decryptToken(NEW, secretOwner(world.user.id), sealed)).toBe('swordfish')
  const [user] = await world.db.select().from(users).where(eq(users.id, world.user.id))
  expect(await openMakerKey(only, world.user.id, user?.maker_key_sealed ?? '')).toMatch(/^runner\./)
})

// §D42-18
test('a Runner is told of secrets that were sealed again', async () => {
  await sealedBefore()
  const wanted = async () =>
    (await world.db.select().from(runners).where(eq(runners.user_id, world.user.id)))[0]?.wanted ?? 0
  const before = await wanted()
  await wholeRound(withKeys(`${NEW},${OLD}`))
  expect(await wanted()).toBeGreaterThan(before)
})

// §D42-18
test('rounds end once one has found nothing', async () => {
  await sealedBefore()
  const ctx = () => withKeys(`${NEW},${OLD}`)
  expect([await wholeRound(ctx()), await wholeRound(ctx()), await wholeRound(ctx())]).toEqual([4, 4, 0])
})

// §D42-18
test('with one key, or later on a day, nothing starts', async () => {
  expect(await wholeRound(withKeys(NEW))).toBe(0)
  const ctx = withKeys(`${NEW},${OLD}`)
  await startReseal(ctx, 10 * DAY + DAY / 2)
  expect(ctx.jobs).toEqual([])
})

// §D42-18
test('a row that no key opens stops no other', async () => {
  const { account } = await sealedBefore()
  const other = await aConnectedAccount(world.db, world.user, 'sheetly', { access_token: 'k0.aaaa.bbbb' })
  await wholeRound(withKeys(`${NEW},${OLD}`))
  const rows = await world.db.select().from(connected_accounts)
  expect(rows.find(({ id }) => id === other.id)?.access_token).toBe('k0.aaaa.bbbb')
  expect(rows.find(({ id }) => id === account.id)?.access_token).toMatch(/^k2\./)
})
