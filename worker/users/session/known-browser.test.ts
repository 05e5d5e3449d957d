import { beforeEach, expect, test } from 'vitest'
import { DAY } from '../../contract/shared/durations.ts'
import type { users } from '../../db/schema/accounts.ts'
import { security_events } from '../../db/schema/security.ts'
import { findKnownBrowser, markBrowser } from './known-browser.ts'
import { aUser } from '../../testing/rows.ts'
import { sessionOf } from '../../testing/session-of.ts'
import { testCtx, type TestCtx } from '../../testing/test-ctx.ts'
import { joinAccount } from '../accounts/join.ts'
import { hashPassword } from '../accounts/password-hash.ts'
import { signIn as signInByPassword } from '../accounts/sign-in.ts'

const signIn = sessionOf(signInByPassword)
const PASSWORD = 'plum orbit velvet canoe'
const HASH = await hashPassword(PASSWORD, 2)

let ctx: TestCtx
beforeEach(async () => {
  ctx = await testCtx()
})

function ada(given: Partial<typeof users.$inferInsert> = {}) {
  return aUser(ctx.db, { email: 'ada@example.test', password_hash: HASH, email_verified_at: 1, ...given })
}

/** Signs in with this cookie; returns the cookie after it, and the subjects of the mails that it caused. */
async function signInWith(knownBrowser: string | null, email = 'ada@example.test') {
  const before = ctx.mails().length
  const { known_browser } = await signIn({ ...ctx, knownBrowser }, { email, password: PASSWORD })
  await ctx.settled()
  return {
    cookie: known_browser,
    mails: ctx
      .mails()
      .slice(before)
      .map(({ subject }) => subject),
  }
}
const NEWS = ['New sign-in to your account (Switchyard)']

test('only the first sign-in of a browser is news', async () => {
  await ada()
  const first = await signInWith(null)
  expect(first.mails).toEqual(NEWS)
  const second = await signInWith(first.cookie)
  expect(second.mails).toEqual([])
  expect((await signInWith(second.cookie)).mails).toEqual([])
  const kinds = (await ctx.db.select().from(security_events)).map(({ kind }) => kind)
  expect(kinds).toEqual(['new_browser', 'signed_in', 'signed_in'])
})

test('another browser, and one without its cookie, are news', async () => {
  await ada()
  const { cookie } = await signInWith(null)
  expect((await signInWith(null)).mails).toEqual(NEWS)
  expect((await signInWith(cookie)).mails).toEqual([])
})

test('the sign-in after joining is not news', async () => {
  const joined = await joinAccount(ctx, { email: 'bob@example.test', login: 'bob', password: PASSWORD })
  await ctx.settled()
  expect(ctx.mails().map(({ template }) => template)).toEqual(['verify_email'])
  expect((await signInWith(joined.known_browser, 'bob@example.test')).mails).toEqual([])
})

test("one account's mark makes no other account known", async () => {
  await ada()
  await ada({ email: 'eve@example.test' })
  const { cookie } = await signInWith(null, 'eve@example.test')
  const both = await signInWith(cookie)
  expect(both.mails).toEqual(NEWS)
  expect((await signInWith(both.cookie, 'eve@example.test')).mails).toEqual([])
  expect((await signInWith(both.cookie)).mails).toEqual([])
})

test('a browser is known for a year after its last sign-in', async () => {
  await ada()
  const { cookie } = await signInWith(null)
  ctx.advance(364 * DAY)
  const later = await signInWith(cookie)
  expect(later.mails).toEqual([])
  ctx.advance(2 * DAY)
  expect((await signInWith(later.cookie)).mails).toEqual([])
  expect((await signInWith(cookie)).mails).toEqual(NEWS)
})

test('a forged mark is unknown', async () => {
  const user = { id: 'usr_1', email_verified: true }
  const cookie = await markBrowser(ctx, user)
  const [id, until, mark] = cookie.split('.')
  for (const forged of [
    '',
    'x',
    '~~~~~~~~',
    `${id}.${until}.${'A'.repeat(22)}`,
    `${'A'.repeat(12)}.${until}.${mark}`,
    `${id}.${Number(until) + 1}.${mark}`,
  ]) {
    expect(await findKnownBrowser({ ...ctx, knownBrowser: forged }, user), forged).toBeNull()
  }
  expect(await findKnownBrowser({ ...ctx, knownBrowser: cookie }, user)).toBe(id)
})

test('a browser keeps its id and remembers five accounts', async () => {
  let knownBrowser: string | null = null
  for (const n of [1, 2, 3, 4, 5, 6]) {
    knownBrowser = await markBrowser({ ...ctx, knownBrowser }, { id: `usr_${n}`, email_verified: true })
  }
  const idOf = (n: number, cookie = knownBrowser) =>
    findKnownBrowser({ ...ctx, knownBrowser: cookie }, { id: `usr_${n}`, email_verified: true })
  expect(await idOf(1)).toBeNull()
  expect(await idOf(2)).not.toBeNull()
  const again = await markBrowser({ ...ctx, knownBrowser }, { id: 'usr_2', email_verified: true })
  expect(await idOf(2, again)).toBe(await idOf(2))
  expect(await idOf(3, again)).toBe(await idOf(3))
  expect(again.split('~')).toHaveLength(5)
})

test('marks from before the first verification count no more', async () => {
  const user = await ada({ email_verified_at: null })
  const { cookie } = await signInWith(null)
  const known = { ...ctx, knownBrowser: cookie }
  expect(await findKnownBrowser(known, { id: user.id, email_verified: false })).not.toBeNull()
  expect(await findKnownBrowser(known, { id: user.id, email_verified: true })).toBeNull()
})
