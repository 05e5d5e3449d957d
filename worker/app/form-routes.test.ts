import { env } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { hashPassword } from '../users/accounts/password-hash.ts'
import { makeEmailLink } from '../users/accounts/email-links.ts'
import { passwordState } from '../users/accounts/request-password-reset.ts'
import {
  aHub,
  anAppletFixture,
  anAppletWithField,
  anAppletWithServices,
  aPlainApplet,
  enablementOf,
  type AppletFixture,
} from '../applets/testing/stored-applet.fixture.ts'
import { FORM_PAGES } from '../contract/accounts/form-pages.ts'
import { PLANS } from '../contract/tiers.ts'
import { anEnablement, aUser } from '../testing/rows.ts'
import { formSession, meOf, postForm, refusal } from '../testing/post-form.ts'
import { TRIES_PER_NETWORK } from '../users/accounts/passwords/password-tries.ts'
import { api } from './api.ts'

const PASSWORD = 'plum orbit velvet canoe'
const HASH = await hashPassword(PASSWORD, 2)
const ADA = { email: 'ada@example.test', password: PASSWORD }

let world: AppletFixture
beforeEach(async () => {
  world = await anAppletFixture()
})

const ada = () => aUser(world.db, { email: ADA.email, login: 'ada', password_hash: HASH })

function answer(response: Response) {
  return [response.status, response.headers.get('location')]
}

const sessionOf = (response: Response) => /__Host-session=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1]

const inSession = (user: { id: string } = world.user) => formSession(world.db, user)

test('every form page has its route', () => {
  const posts = api.routes.filter(({ method, path }) => method === 'POST' && !/^\/(?:api|hooks|webhooks)\//.test(path))
  const others = ['/unsubscribe', '/graphql']
  expect([...new Set(posts.map(({ path }) => path))].filter((path) => !others.includes(path)).toSorted()).toEqual(
    expect.arrayContaining([...FORM_PAGES].toSorted()),
  )
})

test.each([
  ['/login', '/my_applets'],
  ['/login?return_to=%2Fapplets%2Fa%3Fb%3D1', '/applets/a?b=1'],
  ['/login?return_to=https%3A%2F%2Fevil.test', '/my_applets'],
  ['/login?return_to=%2F%2Fevil.test', '/my_applets'],
  ['/login?return_to=%2F%5Cevil.test', '/my_applets'],
])('signing in at %s leads to %s', async (path, to) => {
  await ada()
  const response = await postForm(path, ADA)
  expect(answer(response)).toEqual([303, to])
  expect(await meOf(sessionOf(response))).toMatchObject({ email: ADA.email })
})

test('signing in keeps the time zone of the browser', async () => {
  const user = await ada()
  await postForm('/login', ADA, { headers: { cookie: 'timezone=Asia/Tokyo' } })
  const row = await env.DB.prepare('select timezone from users where id = ?').bind(user.id).first('timezone')
  expect(row).toBe('Asia/Tokyo')
})

test('a wrong password is refused with 401', async () => {
  await ada()
  const response = await postForm('/login', { ...ADA, password: 'wrong horse battery' })
  expect(await refusal(response)).toMatchObject({ status: 401, code: 'bad_credentials' })
  expect(response.headers.get('set-cookie')).toBeNull()
})

test('a missing or unknown field is refused with 422', async () => {
  expect(await refusal(await postForm('/login', { email: '' }))).toMatchObject({
    status: 422,
    code: 'invalid_input',
    fields: ['email', 'password'],
  })
  expect(await refusal(await postForm('/login', { ...ADA, admin: '1' }))).toMatchObject({
    status: 422,
    fields: ['admin'],
  })
  expect(await refusal(await postForm('/login', `__proto__=1&email=a&password=b`))).toMatchObject({ status: 422 })
})

test('too many tries are refused with 429 and a time', async () => {
  await ada()
  const wrong = { ...ADA, password: 'wrong horse battery' }
  for (let tries = 0; tries < TRIES_PER_NETWORK.tries; tries++) await postForm('/login', wrong)
  const response = await postForm('/login', ADA)
  expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await refusal(response)).toMatchObject({ status: 429, code: 'rate_limited' })
})

test('joining signs in, says welcome and goes on', async () => {
  const response = await postForm('/join?return_to=%2Fapplets%2Fa', { ...ADA, login: 'ada' })
  expect(answer(response)).toEqual([303, '/applets/a'])
  expect(await meOf(sessionOf(response))).toMatchObject({ login: 'ada' })
  expect(decodeURIComponent(response.headers.get('set-cookie') ?? '')).toContain(
    '"type":"info","message":"Welcome, ada.',
  )
})

test('joining with a taken email or easy password is refused', async () => {
  await ada()
  expect(await refusal(await postForm('/join', { ...ADA, login: 'ada2' }))).toEqual({
    status: 409,
    code: 'email_taken',
    fields: ['email'],
  })
  const easy = { email: 'b@example.test', login: 'bob', password: 'short' }
  expect(await refusal(await postForm('/join', easy))).toMatchObject({ status: 422, fields: ['password'] })
})

test('asking for a reset leads to the same page for everyone', async () => {
  await ada()
  for (const email of [ADA.email, 'eve@example.test']) {
    expect(answer(await postForm('/password_reset', { email }))).toEqual([303, '/password_reset?asked=1'])
  }
  expect(await refusal(await postForm('/password_reset', { email: 'ada' }))).toMatchObject({
    status: 422,
    fields: ['email'],
  })
})

test('a new password signs in, and its link works once', async () => {
  const user = await ada()
  const ctx = { ...world.base, now: Date.now }
  const link = await makeEmailLink(ctx, 'password_reset', {
    user_id: user.id,
    email: ADA.email,
    state: await passwordState(ctx, HASH),
  })
  const path = link.slice(ctx.settings.SITE_ORIGIN.length)
  const easy = await postForm(path, { password: 'short' })
  expect(await refusal(easy)).toMatchObject({ status: 422, fields: ['password'] })
  const response = await postForm(path, { password: 'a new horse battery' })
  expect(answer(response)).toEqual([303, '/my_applets'])
  expect(await meOf(sessionOf(response))).toMatchObject({ email: ADA.email })
  expect(decodeURIComponent(response.headers.get('set-cookie') ?? '')).toContain('Password changed.')
  expect(await refusal(await postForm(path, { password: 'another horse battery' }))).toMatchObject({
    status: 422,
    code: 'invalid_link',
  })
})

test('enables an Applet that lacks nothing, once', async () => {
  const applet = await aPlainApplet(world)
  const { session, csrf_token } = await inSession()
  for (let press = 0; press < 2; press++) {
    const response = await postForm(`/applets/${applet.friendly_id}`, { csrf_token }, { session })
    expect(answer(response)).toEqual([303, `/applets/${applet.friendly_id}`])
  }
  expect(await enablementOf(world, world.user, applet)).toMatchObject({ status: 'enabled' })
})

test('enables a disabled Applet again', async () => {
  const applet = await aPlainApplet(world)
  await anEnablement(world.db, world.user, applet, { status: 'disabled' })
  const { session, csrf_token } = await inSession()
  expect((await postForm(`/applets/${applet.id}`, { csrf_token }, { session })).status).toBe(303)
  expect(await enablementOf(world, world.user, applet)).toMatchObject({ status: 'enabled' })
})

test('a press on an older version leads to the newest', async () => {
  const applet = await aPlainApplet(world)
  const { session, csrf_token } = await inSession()
  const press = async (rev: string) =>
    answer(await postForm(`/applets/${applet.friendly_id}`, { csrf_token, rev }, { session }))
  expect(await press('2')).toEqual([303, `/applets/${applet.friendly_id}?changed=1`])
  expect(await enablementOf(world, world.user, applet)).toBeNull()
  expect(await press('1')).toEqual([303, `/applets/${applet.friendly_id}`])
})

test('the edit form saves what was typed, and says what is wrong', async () => {
  const applet = await anAppletWithField(world)
  const { session, csrf_token } = await inSession()
  const save = (fields: Record<string, string>) =>
    postForm(`/applets/${applet.friendly_id}/edit`, { csrf_token, ...fields }, { session })
  expect(await refusal(await save({ rev: '1', '0.url': 'nonsense' }))).toMatchObject({ status: 422, fields: ['0.url'] })
  expect(await refusal(await save({ rev: '1', admin: '1' }))).toMatchObject({ status: 422, fields: ['admin', '0.url'] })
  for (const rev of ['2', 'x', ''])
    expect(await refusal(await save({ rev, '0.url': 'https://blog.test' }))).toMatchObject({ status: 409 })
  expect(await enablementOf(world, world.user, applet)).toBeNull()
  const saved = await save({ rev: '1', '0.url': 'https://blog.test' })
  expect(answer(saved)).toEqual([303, `/applets/${applet.friendly_id}`])
  expect(await enablementOf(world, world.user, applet)).toMatchObject({ fields: { '0.url': 'https://blog.test' } })
})

test('the edit form leads to sign-in, and to services that lack', async () => {
  const services = await anAppletWithServices(world)
  const path = `/applets/${services.friendly_id}/edit`
  expect(answer(await postForm(path, {}))).toEqual([303, `/session/reset?return_to=${encodeURIComponent(path)}`])
  const { session, csrf_token } = await inSession()
  const [status, to] = answer(await postForm(path, { csrf_token, rev: '1' }, { session }))
  expect([status, to]).toEqual([303, expect.stringMatching(/^\/activate\?c\[\]=github&.*&ask=1$/)])
})

test('a connection that exists leads to its page', async () => {
  const hub = await aHub(world)
  await anEnablement(world.db, world.user, hub)
  const { session, csrf_token } = await inSession()
  const path = `/connections/${hub.friendly_id}`
  expect(answer(await postForm(path, { csrf_token }, { session }))).toEqual([303, path])
})

test('what is missing leads to the page that settles it', async () => {
  const { session, csrf_token } = await inSession()
  const press = async ({ friendly_id }: { friendly_id: string | null }) =>
    answer(await postForm(`/applets/${friendly_id}`, { csrf_token }, { session }))
  const services = await anAppletWithServices(world)
  const page = encodeURIComponent(`/applets/${services.friendly_id}`)
  expect(await press(services)).toEqual([303, `/activate?c[]=github&c[]=google_sheets&return_to=${page}&ask=1`])
  const fields = await anAppletWithField(world)
  expect(await press(fields)).toEqual([303, `/applets/${fields.friendly_id}/edit`])
  for (let at = 0; at < (PLANS.free.applets ?? 0); at++)
    await anEnablement(world.db, world.user, await aPlainApplet(world))
  const [status, to] = await press(await aPlainApplet(world))
  expect([status, to]).toEqual([303, expect.stringMatching(/^\/plans\?.*applet_quota/)])
})

test('without a session the form leads to sign-in', async () => {
  const applet = await aPlainApplet(world)
  const path = `/applets/${applet.friendly_id}`
  const to = `/session/reset?return_to=${encodeURIComponent(path)}`
  expect(answer(await postForm(path, {}))).toEqual([303, to])
  expect(answer(await postForm(path, { csrf_token: 'old' }, { session: 'ended' }))).toEqual([303, to])
})

test('an unknown or archived Applet is refused', async () => {
  const { session, csrf_token } = await inSession()
  expect(await refusal(await postForm('/applets/unknown', { csrf_token }, { session }))).toMatchObject({ status: 404 })
  const archived = await aPlainApplet(world, { archived_at: 1 })
  await anEnablement(world.db, world.user, archived, { status: 'disabled' })
  const response = await postForm(`/applets/${archived.friendly_id}`, { csrf_token }, { session })
  expect(await refusal(response)).toMatchObject({ status: 409, code: 'conflict' })
})
