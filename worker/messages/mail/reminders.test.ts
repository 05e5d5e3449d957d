import { SignJWT } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { makeEmailLink } from '../../users/accounts/email-links.ts'
import { users } from '../../db/schema/accounts.ts'
import { call } from '../../testing/call-api.ts'
import { aUser, signIn } from '../../testing/rows.ts'
import { testCtx, type TestCtx } from '../../testing/test-ctx.ts'
import { makeUnsubscribeLink } from './unsubscribe-link.ts'

const YEARS = 5 * 365 * 24 * 60 * 60 * 1000

let ctx: TestCtx
let user: Awaited<ReturnType<typeof aUser>>
let link: string
beforeEach(async () => {
  ctx = await testCtx()
  user = await aUser(ctx.db)
  await aUser(ctx.db)
  link = pathOf(await makeUnsubscribeLink(ctx, user.id))
})

function pathOf(address: string): string {
  const { pathname, search } = new URL(address)
  return pathname + search
}

/** Posts as a mail program does: without cookie, origin or our headers. */
function post(path: string, body: string) {
  const none = { cookie: '', origin: '', 'x-csrf-token': '', 'x-requested-with': '' }
  return call('POST', path, { body, headers: { ...none, 'content-type': 'application/x-www-form-urlencoded' } })
}

/** The users who get no reminders. */
async function off(): Promise<string[]> {
  const rows = await ctx.db.select({ id: users.id, off: users.reminders_off_at }).from(users)
  return rows.filter((row) => row.off !== null).map(({ id }) => id)
}

const read = async (path = link.replace('/unsubscribe', '/api/reminders')) => (await call('GET', path)).json()

test("a mail program's POST unsubscribes its user, repeatedly", async () => {
  for (let n = 0; n < 2; n++) {
    const answer = await post(link, 'List-Unsubscribe=One-Click')
    expect([answer.status, await answer.json()]).toEqual([200, { reminders: false }])
  }
  expect(await off()).toEqual([user.id])
})

test('understands a multipart POST', async () => {
  const boundary = 'x'
  const body = `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, origin: '', cookie: '' }
  expect((await call('POST', link, { body, headers })).status).toBe(200)
  expect(await off()).toEqual([user.id])
})

test('the link works years later', async () => {
  const old = pathOf(await makeUnsubscribeLink({ ...ctx, now: () => Date.now() - YEARS }, user.id))
  expect((await post(old, 'List-Unsubscribe=One-Click')).status).toBe(200)
  expect(await off()).toEqual([user.id])
})

test('opening the link or an empty POST changes nothing', async () => {
  expect(await read()).toEqual({ reminders: true })
  for (const body of ['', 'a=1', 'List-Unsubscribe=Two-Clicks', 'reminders=maybe']) {
    expect((await post(link, body)).status).toBe(422)
  }
  expect(await off()).toEqual([])
})

test("the page's form turns reminders off and on again", async () => {
  const stopped = await post(link, 'reminders=off')
  expect([stopped.status, stopped.headers.get('location')]).toEqual([303, link])
  expect(await read()).toEqual({ reminders: false })
  expect((await post(link, 'reminders=on')).status).toBe(303)
  expect(await off()).toEqual([])
})

test('refuses a forged, foreign or missing token', async () => {
  const other = pathOf(await makeEmailLink(ctx, 'verify_email', { user_id: user.id, email: user.email }))
  const forged = await new SignJWT({ sub: user.id })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ctx.settings.SITE_ORIGIN)
    .setAudience('unsubscribe')
    .sign(new TextEncoder().encode(ctx.settings.SECRET_KEY[0]))
  for (const query of [other.split('?')[1], `token=${forged}`, 'token=x', 'token=', '']) {
    const answer = await post(`/unsubscribe?${query}`, 'List-Unsubscribe=One-Click')
    expect([query, answer.status]).toEqual([query, 422])
    expect((await call('GET', `/api/reminders?${query}`)).status).toBe(query === '' ? 401 : 422)
  }
  expect(await off()).toEqual([])
})

test('unsubscribing a deleted account is not an error', async () => {
  const gone = pathOf(await makeUnsubscribeLink(ctx, 'usr_gone'))
  expect((await call('GET', gone.replace('/unsubscribe', '/api/reminders'))).status).toBe(404)
  expect((await post(gone, 'List-Unsubscribe=One-Click')).status).toBe(200)
})

test('a signed-in user sees and changes their own setting', async () => {
  const { token: session } = await signIn(ctx.db, user, Date.now())
  const mine = async () => (await call('GET', '/api/reminders', { session })).json()
  expect(await mine()).toEqual({ reminders: true })
  const body = { reminders: false }
  expect(await (await call('PATCH', '/api/reminders', { session, body })).json()).toEqual(body)
  expect(await mine()).toEqual(body)
  expect(await off()).toEqual([user.id])
  expect((await call('PATCH', '/api/reminders', { body })).status).toBe(401)
})
