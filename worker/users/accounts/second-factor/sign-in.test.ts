import { expect, test } from 'vitest'
import { SECOND_STEP_LASTS } from '../../../contract/accounts/second-factor.ts'
import { MINUTE } from '../../../contract/shared/durations.ts'
import { sessions, users } from '../../../db/schema/accounts.ts'
import { pending_sign_ins, recovery_codes } from '../../../db/schema/second-factors.ts'
import { security_events } from '../../../db/schema/security.ts'
import { SoftwareAuthenticator } from '../../../testing/software-authenticator.ts'
import { aUser } from '../../../testing/rows.ts'
import { CODES_PER_NETWORK } from './code-tries.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import { readSecondStep } from './read-second-step.ts'
import { aCarefulPerson, expectSecondStep, liveSessions, PASSWORD, type TestBrowser } from './second-factor.fixture.ts'

const NEW_PASSWORD = 'another long battery staple'

test('the password alone begins no session where two steps are asked', async () => {
  const person = await aCarefulPerson()
  const browser = person.browser()
  expectSecondStep(await browser.withPassword())
  expect(await browser.isSignedIn()).toBe(false)
  expect(await liveSessions(person)).toBe(1)
})

test('a passkey finishes the sign-in and proves the session', async () => {
  const person = await aCarefulPerson()
  const browser = person.browser()
  await browser.withPassword()
  await browser.finish()
  expect(await browser.isSignedIn()).toBe(true)
  expect(await browser.ctx.user()).toMatchObject({ proved_at: person.base.now() })
  expect(await person.db.select().from(pending_sign_ins)).toEqual([])
})

test('a half signed-in browser reads nothing and is stored hashed', async () => {
  const person = await aCarefulPerson()
  const browser = person.browser()
  await browser.withPassword()
  const waiting = await readSecondStep(browser.ctx, browser.pending)
  expect(waiting).toEqual({ waiting: { ends_at: person.base.now() + SECOND_STEP_LASTS, recovery: null } })
  expect(JSON.stringify(await person.db.select().from(pending_sign_ins))).not.toContain(browser.pending)
  browser.session = browser.pending
  expect(await browser.isSignedIn()).toBe(false)
})

test.each([
  ['in another browser', async ({ pending }: TestBrowser) => `${pending?.slice(0, -1)}_`, 0],
  ['without its cookie', async () => null, 0],
  ['after ten minutes', async ({ pending }: TestBrowser) => pending, SECOND_STEP_LASTS],
])('the second step %s is refused', async (_, tokenOf, later) => {
  const person = await aCarefulPerson()
  const browser = person.browser()
  await browser.withPassword()
  const [code = ''] = person.codes
  person.base.advance(later)
  const token = await tokenOf(browser)
  await expect(browser.secondStep({ code }, token)).rejects.toMatchObject({ code: 'second_step_expired' })
  expect(await liveSessions(person)).toBe(1)
})

test('two tabs that finish one sign-in get one session', async () => {
  const person = await aCarefulPerson()
  const browser = person.browser()
  await browser.withPassword()
  const steps = [await browser.signed(), await browser.signed()]
  const ended = await Promise.allSettled(steps.map((step) => browser.secondStep(step)))
  expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await liveSessions(person)).toBe(2)
})

test('a new password ends what was half signed in before', async () => {
  const person = await aCarefulPerson()
  const [early, reset] = [person.browser(), person.browser()]
  await early.withPassword()
  await reset.withReset(NEW_PASSWORD)
  await reset.finish()
  await expect(early.finish(person.codes[0])).rejects.toMatchObject({ code: 'second_step_expired' })
})

test("another user's passkey finishes nothing", async () => {
  const person = await aCarefulPerson()
  const browser = person.browser()
  await browser.withPassword()
  const stranger = new SoftwareAuthenticator()
  const step = await browser.signed()
  stranger.create({ ...OPTIONS, challenge: 'x' })
  const [id = ''] = stranger.credentials.map((each) => each.id)
  if (!('passkey' in step)) throw new Error('This step lacks a passkey.')
  const forged = { passkey: { ...step.passkey, id } }
  await expect(browser.secondStep(forged)).rejects.toMatchObject({ code: 'passkey_refused' })
  expect(await browser.isSignedIn()).toBe(false)
})
const OPTIONS = {
  rp: { id: 'localhost', name: 'x' },
  user: { id: 'x', name: 'x', displayName: 'x' },
  pubKeyCredParams: [],
  timeout: 1,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
} as const satisfies Omit<Parameters<SoftwareAuthenticator['create']>[0], 'challenge'>

test('a code signs in once, however it is typed, and is mailed', async () => {
  const person = await aCarefulPerson()
  const [code = ''] = person.codes
  const browser = person.browser()
  await browser.withPassword()
  await browser.finish(` ${code.toLowerCase().replaceAll('-', ' ')} `)
  expect(await browser.isSignedIn()).toBe(true)
  await person.base.settled()
  expect(person.base.mails().map(({ subject }) => subject)).toContain('A recovery code was used (Switchyard)')
  const again = person.browser()
  await again.withPassword()
  await expect(again.finish(code)).rejects.toMatchObject({ code: 'invalid_input' })
  await again.finish(person.codes[1])
  expect(await again.isSignedIn()).toBe(true)
})

test('two browsers that use one code at once use it once', async () => {
  const person = await aCarefulPerson()
  const browsers = [person.browser(), person.browser()]
  for (const browser of browsers) await browser.withPassword()
  const ended = await Promise.allSettled(browsers.map((browser) => browser.finish(person.codes[0])))
  expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await liveSessions(person)).toBe(2)
  const loser = browsers[ended.findIndex(({ status }) => status === 'rejected')]
  await loser?.finish(person.codes[1])
  expect(await loser?.isSignedIn()).toBe(true)
})

test('codes are ten, of 80 bits, and stored hashed', async () => {
  const person = await aCarefulPerson()
  expect(new Set(person.codes).size).toBe(10)
  for (const code of person.codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  const stored = JSON.stringify(await person.db.select().from(recovery_codes))
  for (const code of person.codes) expect(stored).not.toContain(code.replaceAll('-', ''))
})

test("another account's code opens nothing", async () => {
  const person = await aCarefulPerson()
  const code = '0000-0000-0000-0000'
  const other = await aUser(person.db)
  const set = { set_id: 'rcs_other', created_at: 1, user_id: other.id }
  await person.db.insert(recovery_codes).values({ ...set, code_hash: await recoveryCodeHash(other.id, code) })
  const browser = person.browser()
  await browser.withPassword()
  await expect(browser.finish(code)).rejects.toMatchObject({ code: 'invalid_input' })
})

test('wrong codes are limited and recorded', async () => {
  const person = await aCarefulPerson()
  const browser = person.browser()
  await browser.withPassword()
  const wrong = () => browser.finish('0000-0000-0000-0000')
  for (let n = 0; n < CODES_PER_NETWORK.tries; n++)
    await expect(wrong()).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(browser.finish(person.codes[0])).rejects.toMatchObject({ code: 'rate_limited' })
  await person.base.settled()
  const events = await person.db.select().from(security_events)
  expect(events.filter(({ kind, outcome }) => kind === 'recovery_code_used' && outcome === 'refused')).toHaveLength(10)
  person.base.advance(15 * MINUTE)
  await browser.withPassword()
  await browser.finish(person.codes[0])
  expect(await browser.isSignedIn()).toBe(true)
})

test('a reset by mail changes nothing before the second step', async () => {
  const person = await aCarefulPerson()
  const browser = person.browser()
  expectSecondStep(await browser.withReset(NEW_PASSWORD))
  expect(await person.first.isSignedIn()).toBe(true)
  expectSecondStep(await person.browser().withPassword(PASSWORD))
  await browser.finish()
  expect(await browser.isSignedIn()).toBe(true)
  expect(await person.first.isSignedIn()).toBe(false)
  expectSecondStep(await person.browser().withPassword(NEW_PASSWORD))
  const [user] = await person.db.select().from(users)
  expect(user?.second_factor_at).not.toBeNull()
})

test('a reset link whose second step was missed is used up', async () => {
  const person = await aCarefulPerson()
  const browser = person.browser()
  await browser.withReset(NEW_PASSWORD)
  person.base.advance(SECOND_STEP_LASTS)
  await expect(browser.finish(person.codes[0])).rejects.toMatchObject({ code: 'second_step_expired' })
  expectSecondStep(await person.browser().withPassword(PASSWORD))
})

test('a browser keeps its session until the second step', async () => {
  const person = await aCarefulPerson()
  await person.first.withPassword()
  expect(await person.first.isSignedIn()).toBe(true)
  await person.first.finish()
  expect(await liveSessions(person)).toBe(1)
  expect(await person.db.select().from(sessions)).toHaveLength(2)
})
