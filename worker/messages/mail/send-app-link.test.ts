import { expect, test, vi } from 'vitest'
import type { AppLinkInput } from '../../contract/messages/app-link-input.ts'
import { TEXT_LIMIT_REACHED, TEXT_NOT_SENT } from '../../contract/messages/app-link.ts'
import type { Settings } from '../../system/context/env.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { call } from '../../testing/call-api.ts'
import { aUser, signIn } from '../../testing/rows.ts'
import { testCtx, type TestCtx } from '../../testing/test-ctx.ts'
import { sendAppLink, TEXTS_PER_IP, TEXTS_PER_USER } from './send-app-link.ts'
import { messages_sent } from '../../db/schema/messages.ts'
import { DAY } from '../../contract/shared/durations.ts'

const SETTINGS: Partial<Settings> = {
  TWILIO_ACCOUNT_SID: `AC${'1'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+14155550100',
  APP_STORE_URL: 'https://apps.test/ios',
  PLAY_STORE_URL: 'https://apps.test/android',
}
const LINK: AppLinkInput = { phone_number: '+14155550123', applet_type: 'ios', for_applet: true }

/** A fixture whose provider answers with `status()` and records the texts. */
async function aWorld(status: () => number = () => 201, settings: Partial<Settings> = {}) {
  const texts: { to: string | null; body: string | null }[] = []
  const provider: typeof fetch = async (_, init) => {
    const form = new URLSearchParams(String(init?.body))
    texts.push({ to: form.get('To'), body: form.get('Body') })
    return Response.json({}, { status: status() })
  }
  const visitor = await testCtx({ fetch: provider, settings: { ...SETTINGS, ...settings } })
  const ada = await aVerifiedUser(visitor.db)
  return { visitor, ada, ctx: await visitor.as(ada), texts }
}

function aVerifiedUser(db: TestCtx['db']) {
  return aUser(db, { email_verified_at: Date.now() })
}

/** The call's result: its success, or the code and `errors[0].message` of its refusal (§7). */
async function answer(ctx: TestCtx, input: Partial<AppLinkInput> = {}) {
  try {
    return (await sendAppLink(ctx, { ...LINK, ...input })).status
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [error.code, error.envelope.errors[0]?.message]
  }
}

test.each<[AppLinkInput['applet_type'], Partial<Settings>]>([
  ['ios', { APP_STORE_URL: '' }],
  ['android', { PLAY_STORE_URL: '' }],
  [null, { APP_STORE_URL: '', PLAY_STORE_URL: '' }],
])('no text goes out without an app of type %s', async (applet_type, settings) => {
  const { ctx, texts } = await aWorld(() => 201, settings)
  expect(await answer(ctx, { applet_type })).toEqual(['text_not_sent', TEXT_NOT_SENT])
  expect(texts).toEqual([])
})

const LIMIT = ['text_limit_reached', TEXT_LIMIT_REACHED]
const number = (n: number) => `+1415555${String(2000 + n)}`

// §7-53
test('answers success once the provider has taken the text', async () => {
  const { ctx, texts, ada } = await aWorld()
  expect(await answer(ctx)).toBe('success')
  expect(texts).toEqual([{ to: '+14155550123', body: 'Get the Switchyard app for your Applet: https://apps.test/ios' }])
  const rows = await ctx.db.select().from(messages_sent)
  expect(rows).toMatchObject([{ channel: 'sms', template: 'app_link', user_id: ada.id, sent_at: ctx.now() }])
  expect(JSON.stringify(rows)).not.toContain('4155550123')
})

// §7-53
test.each([
  ['ios', true, 'Get the Switchyard app for your Applet: https://apps.test/ios'],
  ['android', true, 'Get the Switchyard app for your Applet: https://apps.test/android'],
  [null, false, 'Get the Switchyard app: https://apps.test/ios https://apps.test/android'],
] as const)('type %s, for_applet %s: links to the right store', async (type, given, body) => {
  const { ctx, texts } = await aWorld()
  await answer(ctx, { applet_type: type, for_applet: given })
  expect(texts).toMatchObject([{ body }])
})

test('sends a number one text a day, from all users together', async () => {
  const { visitor, ctx, texts } = await aWorld()
  const eve = await visitor.as(await aVerifiedUser(visitor.db))
  expect(await answer(ctx)).toBe('success')
  expect([await answer(ctx), await answer(eve)]).toEqual([LIMIT, LIMIT])
  expect(texts).toHaveLength(1)
  ctx.advance(DAY)
  expect(await answer(ctx)).toBe('success')
})

test('the limit says how long to wait', async () => {
  const { ctx } = await aWorld()
  await answer(ctx)
  ctx.advance(DAY / 2)
  await expect(sendAppLink(ctx, LINK)).rejects.toMatchObject({ status: 429, detail: { retryAfter: 12 * 60 * 60 } })
})

test('a user sends five texts a day to any numbers', async () => {
  const { visitor, ctx } = await aWorld()
  for (let n = 0; n < TEXTS_PER_USER.tries; n++) expect(await answer(ctx, { phone_number: number(n) })).toBe('success')
  expect(await answer(ctx, { phone_number: number(9) })).toEqual(LIMIT)
  const eve = await visitor.as(await aVerifiedUser(visitor.db))
  expect(await answer(eve, { phone_number: number(10) })).toBe('success')
})

test('a network sends twenty texts a day from all accounts', async () => {
  const { visitor } = await aWorld()
  for (let n = 0; n < TEXTS_PER_IP.tries; n++) {
    const someone = await visitor.as(await aVerifiedUser(visitor.db))
    expect(await answer(someone, { phone_number: number(n) })).toBe('success')
  }
  const another = await visitor.as(await aVerifiedUser(visitor.db))
  expect(await answer(another, { phone_number: number(99) })).toEqual(LIMIT)
})

test('simultaneous requests send no more texts than the limit allows', async () => {
  const { ctx, texts } = await aWorld()
  const answers = await Promise.all(Array.from({ length: 6 }, () => answer(ctx)))
  expect(answers.filter((each) => each === 'success')).toHaveLength(1)
  expect(texts).toHaveLength(1)
})

test('a failed text does not count against the number', async () => {
  let status = 400
  const { ctx } = await aWorld(() => status)
  for (let n = 0; n < 3; n++) expect(await answer(ctx)).toEqual(['text_refused', TEXT_NOT_SENT])
  status = 503
  for (let n = 0; n < 3; n++) expect(await answer(ctx)).toEqual(['text_not_sent', TEXT_NOT_SENT])
  expect(await ctx.db.select().from(messages_sent)).toEqual([])
  status = 201
  expect([await answer(ctx), await answer(ctx)]).toEqual(['success', LIMIT])
})

test('failed texts still count against the network', async () => {
  const { ctx, texts } = await aWorld(() => 400)
  for (let n = 0; n < TEXTS_PER_IP.tries; n++) await answer(ctx, { phone_number: number(n) })
  expect(await answer(ctx, { phone_number: number(99) })).toEqual(LIMIT)
  expect(texts).toHaveLength(TEXTS_PER_IP.tries)
})

test.each([
  ['a premium', '+19005550123'],
  ['a premium', '+12129760123'],
  ['a toll-free', '+18005550123'],
  ['an unassigned', '+19995550123'],
  ['a British', '+447911123456'],
  ['a Cuban', '+5351234567'],
  ['a Jamaican', '+18762101234'],
  ['a Dominican', '+18092201234'],
  ['a Bermudian', '+14413701234'],
  ['a Guamanian', '+16713001234'],
])('sends no text to %s number, %s', async (_, phone_number) => {
  const { ctx, texts } = await aWorld()
  expect(await answer(ctx, { phone_number })).toEqual(['text_refused', TEXT_NOT_SENT])
  expect(texts).toEqual([])
})

test('sends texts to mobile numbers of the countries that are named', async () => {
  const { ctx, texts } = await aWorld(undefined, { TEXT_COUNTRIES: ['44', '49'] })
  expect(await answer(ctx, { phone_number: '+447911123456' })).toBe('success')
  expect(await answer(ctx, { phone_number: '+442071234567' })).toEqual(['text_refused', TEXT_NOT_SENT])
  expect(await answer(ctx)).toEqual(['text_refused', TEXT_NOT_SENT])
  expect(texts).toHaveLength(1)
})

test('sends texts to islands under 1 whose area codes are named', async () => {
  const { ctx, texts } = await aWorld(undefined, { TEXT_COUNTRIES: ['1', '1876', '1829'] })
  expect(await answer(ctx, { phone_number: '+18762101234' })).toBe('success')
  expect(await answer(ctx, { phone_number: '+16582001234' })).toEqual(['text_refused', TEXT_NOT_SENT])
  expect(await answer(ctx, { phone_number: '+18092201234' })).toEqual(['text_refused', TEXT_NOT_SENT])
  expect(texts).toHaveLength(1)
})

test('a user whose email is not verified sends nothing', async () => {
  const { visitor, texts } = await aWorld()
  const eve = await visitor.as(await aUser(visitor.db))
  expect(await answer(eve)).toEqual(['email_not_verified', 'Please verify your email address first.'])
  expect(texts).toEqual([])
})

test('all users together get no more texts than the cap', async () => {
  const { visitor, ctx, texts } = await aWorld(undefined, { TEXTS_A_DAY: 2 })
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const eve = await visitor.as(await aVerifiedUser(visitor.db))
  expect([await answer(ctx), await answer(eve, { phone_number: number(1) })]).toEqual(['success', 'success'])
  expect(await answer(ctx, { phone_number: number(2) })).toEqual(['text_not_sent', TEXT_NOT_SENT])
  expect(texts).toHaveLength(2)
  expect(logged.mock.calls.flat().join()).toContain('texts_of_a_day_sent')
  logged.mockRestore()
  ctx.advance(DAY)
  expect(await answer(ctx, { phone_number: number(2) })).toBe('success')
})

test('reports an unsent text every time when no provider is configured', async () => {
  const { ctx, texts } = await aWorld(undefined, { TWILIO_FROM: '' })
  for (let n = 0; n < 30; n++) expect(await answer(ctx)).toEqual(['text_not_sent', TEXT_NOT_SENT])
  expect(texts).toEqual([])
})

test('shows a wrong number beside its field', async () => {
  const { ctx, ada } = await aWorld()
  const { token: session } = await signIn(ctx.db, ada, Date.now())
  const post = (body: unknown) => call('POST', '/api/app_links', { session, body })
  const wrong = await post({ ...LINK, phone_number: '12' })
  expect(wrong.status).toBe(422)
  expect(await wrong.json()).toMatchObject({
    errors: [{ attribute: 'phone_number', message: 'Please enter a valid phone number.' }],
  })
  expect((await post({ ...LINK, applet_type: 'web' })).status).toBe(422)
  expect((await post({ ...LINK, text: 'Buy now' })).status).toBe(422)
  expect((await post(LINK)).status).toBe(502)
  expect((await call('POST', '/api/app_links', { body: LINK })).status).toBe(401)
})
