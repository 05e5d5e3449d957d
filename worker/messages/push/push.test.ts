import { DAY } from '../../contract/shared/durations.ts'
import { base64url } from 'jose'
import { expect, test } from 'vitest'
import { purgeExpired } from '../../operations/jobs/purge-expired.ts'
import { signOut } from '../../users/accounts/sign-out.ts'
import type { PushJob } from '../../contract/jobs/jobs.ts'
import { aUser } from '../../testing/rows.ts'
import { testCtx, type TestCtx } from '../../testing/test-ctx.ts'
import { deliverPush } from './deliver-push.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { removeSubscription } from './remove-subscription.ts'
import { saveSubscription } from './save-subscription.ts'
import { sendTest } from './send-test.ts'
import { push_subscriptions } from '../../db/schema/push.ts'
import { aPushService, aReceiver, decryptPush, whoSigned } from './push-service.fixture.ts'

const PHONE = 'https://fcm.googleapis.com/fcm/send/phone'
const LAPTOP = 'https://updates.push.services.mozilla.com/wpush/v2/laptop'

/** A user whose phone is subscribed at a push service with this answer. */
async function aSubscriber({ answer = 201 }: { answer?: number } = {}) {
  const receiver = await aReceiver()
  const service = aPushService({ [PHONE]: receiver, [LAPTOP]: receiver }, { answer })
  const world = await testCtx({ fetch: service.fetch })
  const user = await aUser(world.db)
  const ctx = await world.as(user)
  const keys = { p256dh: receiver.p256dh, auth: receiver.auth }
  await saveSubscription(ctx, { endpoint: PHONE, keys })
  return { world, user, ctx, keys, received: service.received }
}

async function deliverAll(ctx: TestCtx) {
  const jobs = ctx.jobs.filter((job): job is PushJob => job.kind === 'push')
  for (const job of jobs) await deliverPush(ctx, job)
}

const subscribed = async ({ db }: TestCtx) => (await db.select().from(push_subscriptions)).map((row) => row.endpoint)

test('the stand-in reads RFC 8291 messages and RFC 8292 signatures', async () => {
  const point = base64url.decode(
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  )
  const [x, y] = [base64url.encode(point.slice(1, 33)), base64url.encode(point.slice(33))]
  const jwk = { kty: 'EC', crv: 'P-256', x, y, d: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94' }
  const privateKey = await crypto.subtle.importKey('jwk', jwk, { name: 'ECDH', namedCurve: 'P-256' }, false, [
    'deriveBits',
  ])
  const body = base64url.decode(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
  const receiver = { p256dh: base64url.encode(point), auth: 'BTBZMqHH6r4Tts7J_aSIgg', privateKey }
  expect(await decryptPush(body, receiver)).toBe('When I grow up, I want to be a watermelon')
  const authorization =
    'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs'
  const then = 1_453_500_000_000
  expect(await whoSigned(authorization, 'https://push.example.net', then)).toMatchObject({
    sub: 'mailto:push@example.com',
  })
  await expect(whoSigned(authorization.replace('.i3CY', '.i3CZ'), 'https://push.example.net', then)).rejects.toThrow()
})

test('a test notification reaches every browser, encrypted and signed', async () => {
  const { ctx, keys, received } = await aSubscriber()
  await saveSubscription(ctx, { endpoint: LAPTOP, keys })
  expect(await sendTest(ctx)).toEqual({ browsers: 2 })
  await deliverAll(ctx)
  expect(received.map(({ endpoint }) => endpoint).toSorted()).toEqual([PHONE, LAPTOP])
  expect(received[0]).toMatchObject({
    message: { title: 'Switchyard', body: 'Notifications arrive here.', url: '/my_applets' },
    subject: ctx.settings.SITE_ORIGIN,
    key: ctx.settings.VAPID_KEYS?.publicKey,
    ttl: 86_400,
  })
})

test('forgets a browser that the push service no longer knows', async () => {
  for (const answer of [404, 410]) {
    const { ctx } = await aSubscriber({ answer })
    await sendTest(ctx)
    await deliverAll(ctx)
    expect(await subscribed(ctx)).toEqual([])
  }
})

test('retries a busy push service, but not one that refuses', async () => {
  for (const answer of [429, 500, 503]) {
    const { ctx } = await aSubscriber({ answer })
    await sendTest(ctx)
    await expect(deliverAll(ctx)).rejects.toThrow(`${answer}`)
    expect(await subscribed(ctx)).toEqual([PHONE])
  }
  const { ctx } = await aSubscriber({ answer: 413 })
  await sendTest(ctx)
  await deliverAll(ctx)
  expect(await subscribed(ctx)).toEqual([PHONE])
})

test('a signed-out browser receives nothing more', async () => {
  const { ctx, world, user, received } = await aSubscriber()
  await sendTest(ctx)
  await signOut(ctx)
  await deliverAll(ctx)
  expect(received).toEqual([])
  expect(await sendTest(await world.as(user))).toEqual({ browsers: 0 })
  ctx.advance(1)
  await purgeExpired(ctx)
  expect(await subscribed(ctx)).toEqual([])
})

test('still notifies a browser whose session merely expired', async () => {
  const { ctx, world, user } = await aSubscriber()
  ctx.advance(40 * DAY)
  await purgeExpired(ctx)
  expect(await sendTest(await world.as(user))).toEqual({ browsers: 1 })
})

test('a browser belongs to the last user who subscribed there', async () => {
  const { ctx, world, keys } = await aSubscriber()
  const other = await world.as(await aUser(world.db))
  await saveSubscription(other, { endpoint: PHONE, keys })
  expect(await listSubscriptions(other)).toEqual({ public_key: ctx.settings.VAPID_KEYS?.publicKey, endpoints: [PHONE] })
  expect((await listSubscriptions(ctx)).endpoints).toEqual([])
  expect(await sendTest(ctx)).toEqual({ browsers: 0 })
  expect(await sendTest(other)).toEqual({ browsers: 1 })
  await removeSubscription(ctx, { endpoint: PHONE })
  expect(await subscribed(ctx)).toEqual([PHONE])
  await removeSubscription(other, { endpoint: PHONE })
  expect(await subscribed(ctx)).toEqual([])
})

test.each([
  'https://fcm.googleapis.com/fcm/send/x',
  'https://updates.push.services.mozilla.com/wpush/v2/x',
  'https://web.push.apple.com/x',
  'https://wns2-par02p.notify.windows.com/w/?token=x',
])('accepts a push service: %s', async (endpoint) => {
  const { ctx, keys } = await aSubscriber()
  await saveSubscription(ctx, { endpoint, keys })
  expect(await subscribed(ctx)).toContain(endpoint)
})

test.each([
  'https://push.example.net/x',
  'http://fcm.googleapis.com/x',
  'https://fcm.googleapis.com:8443/x',
  'https://fcm.googleapis.com.example.net/x',
  'https://notfcm.googleapis.com/x',
  'https://user@fcm.googleapis.com/x',
  'https://10.0.0.1/x',
])('refuses what is not a push service: %s', async (endpoint) => {
  const { ctx, keys } = await aSubscriber()
  await expect(saveSubscription(ctx, { endpoint, keys })).rejects.toMatchObject({ code: 'invalid_input' })
})

/** The point of the browser with one bit of its ordinate turned: as long, and off the curve. */
function offTheCurve(p256dh: string): string {
  const point = base64url.decode(p256dh)
  point[64] = (point[64] ?? 0) ^ 1
  return base64url.encode(point)
}

type Keys = { p256dh: string; auth: string }
const WRONG_KEYS: [string, (keys: Keys) => Keys][] = [
  ['a point off the curve', ({ p256dh, auth }) => ({ p256dh: offTheCurve(p256dh), auth })],
  ['no point', ({ auth }) => ({ p256dh: 'A'.repeat(87), auth })],
  ['no text in base64url', ({ p256dh }) => ({ p256dh, auth: '*'.repeat(22) })],
  ['too short a secret', ({ p256dh }) => ({ p256dh, auth: 'AAAA' })],
]

test.each(WRONG_KEYS)('refuses keys with %s', async (_, wrong) => {
  const { ctx, keys } = await aSubscriber()
  await expect(saveSubscription(ctx, { endpoint: LAPTOP, keys: wrong(keys) })).rejects.toMatchObject({
    status: 422,
    detail: { errors: [{ attribute: 'keys' }] },
  })
  expect(await subscribed(ctx)).toEqual([PHONE])
})

test.each([
  ['keys that no message can be encrypted with', { p256dh: 'A'.repeat(87) }],
  ['an address that is called no longer', { endpoint: 'https://10.0.0.1/phone' }],
])('ends at once and drops a subscription with %s', async (_, wrong) => {
  const { ctx, received } = await aSubscriber()
  await ctx.db.update(push_subscriptions).set(wrong)
  await sendTest(ctx)
  await deliverAll(ctx)
  expect(received).toEqual([])
  expect(await subscribed(ctx)).toEqual([])
})

test("nobody takes over another's browser without its keys", async () => {
  const { ctx, world, keys } = await aSubscriber()
  const other = await world.as(await aUser(world.db))
  const { p256dh, auth } = await aReceiver()
  for (const given of [
    { p256dh, auth },
    { ...keys, auth },
    { ...keys, p256dh },
  ]) {
    await expect(saveSubscription(other, { endpoint: PHONE, keys: given })).rejects.toMatchObject({ status: 422 })
  }
  expect((await listSubscriptions(ctx)).endpoints).toEqual([PHONE])
  expect((await listSubscriptions(other)).endpoints).toEqual([])
})

test('keeps twenty browsers', async () => {
  const { ctx, keys } = await aSubscriber()
  for (let n = 1; n <= 20; n++) {
    ctx.advance(1)
    await saveSubscription(ctx, { endpoint: `${PHONE}${n}`, keys })
  }
  const left = await subscribed(ctx)
  expect(left).toHaveLength(20)
  expect(left).not.toContain(PHONE)
})

test('refuses more than ten test notifications an hour', async () => {
  const { ctx } = await aSubscriber()
  for (let n = 0; n < 10; n++) await sendTest(ctx)
  await expect(sendTest(ctx)).rejects.toMatchObject({ code: 'rate_limited' })
})
