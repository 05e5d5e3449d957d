import { array, asyncProperty, assert, constantFrom, integer, record } from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE } from '../../../contract/shared/durations.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { markBrowser } from '../../session/known-browser.ts'
import { aUser } from '../../../testing/rows.ts'
import { testCtx, type TestCtx } from '../../../testing/test-ctx.ts'
import { rate_limits } from '../../../db/schema/accounts.ts'
import { hashPassword } from '../password-hash.ts'
import { signIn } from '../sign-in.ts'
import {
  countPasswordTry,
  TRIES_PER_ACCOUNT,
  TRIES_PER_BROWSER,
  TRIES_PER_NETWORK,
  TRIES_SLOWED,
} from './password-tries.ts'

const EMAIL = 'ada@example.test'
const PASSWORD = 'correct horse battery'
const HASH = await hashPassword(PASSWORD, 2)

async function aWorld() {
  const ctx = await testCtx()
  const ada = await aUser(ctx.db, { email: EMAIL, password_hash: HASH })
  const account = { id: ada.id, email_verified_at: ada.email_verified_at }
  const known = await markBrowser(ctx, { id: ada.id, email_verified: ada.email_verified_at !== null })
  return { ctx, ada, account, ownersBrowser: known }
}

/** Seconds to wait, or 0 if the try counts. */
async function tryFrom(ctx: TestCtx, account: { id: string; email_verified_at: number | null } | null) {
  try {
    await countPasswordTry(ctx, EMAIL, account)
    return 0
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error
    return error.detail.retryAfter ?? Number.NaN
  }
}

const networks = (count: number) => Array.from({ length: count }, (_, nth) => `198.51.100.${nth + 1}`)

test('tries from many networks slow down to five a minute', async () => {
  const { ctx, account } = await aWorld()
  const waits = []
  for (const ip of networks(20)) waits.push(await tryFrom({ ...ctx, ip }, account))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(TRIES_PER_ACCOUNT.tries)
  expect(Math.max(...waits)).toBeLessThanOrEqual(60)
  ctx.advance(MINUTE)
  const later = []
  for (const ip of networks(20)) later.push(await tryFrom({ ...ctx, ip }, account))
  expect(later.filter((wait) => wait === 0)).toHaveLength(TRIES_SLOWED.tries)
})

test('an unknown account slows down the same way', async () => {
  const { ctx } = await aWorld()
  const waits = []
  for (const ip of networks(20)) waits.push(await tryFrom({ ...ctx, ip }, null))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(TRIES_PER_ACCOUNT.tries)
})

test('a known browser that tries an unknown account is counted as any', async () => {
  const { ctx, ownersBrowser } = await aWorld()
  const owner = { ...ctx, knownBrowser: ownersBrowser }
  for (let n = 0; n < TRIES_PER_NETWORK.tries; n++) expect(await tryFrom(owner, null)).toBe(0)
  expect(await tryFrom(owner, null)).toBeGreaterThan(0)
})

test('a known browser has ten tries of its own in 15 minutes', async () => {
  const { ctx, account, ownersBrowser } = await aWorld()
  for (const ip of networks(20)) await tryFrom({ ...ctx, ip }, account)
  const owner = { ...ctx, knownBrowser: ownersBrowser }
  for (let n = 0; n < TRIES_PER_BROWSER.tries; n++) expect(await tryFrom(owner, account)).toBe(0)
  expect(await tryFrom(owner, account)).toBe(15 * 60)
})

test("a success forgets the browser's tries, not those from elsewhere", async () => {
  const { ctx, account, ownersBrowser } = await aWorld()
  await tryFrom(ctx, account)
  await signIn({ ...ctx, knownBrowser: ownersBrowser }, { email: EMAIL, password: PASSWORD })
  const rules = (await ctx.db.select().from(rate_limits)).map(({ bucket }) => bucket.split(':')[0])
  expect(rules.toSorted()).toEqual(['sign_in_account', 'sign_in_ip', 'sign_in_network', 'sign_in_slowed'])
})

const attack = record({ network: integer({ min: 1, max: 250 }), after: integer({ min: 0, max: 60_000 }) })
const history = array(record({ who: constantFrom('attacker', 'attacker', 'attacker', 'owner'), attack }), {
  maxLength: 150,
})

test('no history of attacks locks out the owner or is faster', { tags: ['long'] }, () =>
  assert(
    asyncProperty(history, async (tries) => {
      const { ctx, account, ownersBrowser } = await aWorld()
      const counted: number[] = []
      let lastOfOwner = -Infinity
      for (const { who, attack: tried } of tries) {
        ctx.advance(tried.after)
        if (who === 'attacker') {
          const wait = await tryFrom({ ...ctx, ip: `203.0.113.${tried.network}` }, account)
          expect(wait).toBeLessThanOrEqual(TRIES_PER_NETWORK.window / 1000)
          if (wait === 0) counted.push(ctx.now())
        } else if (ctx.now() - lastOfOwner >= 2 * MINUTE) {
          lastOfOwner = ctx.now()
          expect(await tryFrom({ ...ctx, knownBrowser: ownersBrowser }, account)).toBe(0)
        }
      }
      const { tries: quick, window } = TRIES_PER_ACCOUNT
      const most = 2 * quick + TRIES_SLOWED.tries * (window / TRIES_SLOWED.window + 1)
      for (const at of counted)
        expect(counted.filter((each) => each >= at && each < at + window).length).toBeLessThanOrEqual(most)
    }),
    { numRuns: 30 },
  ),
)
