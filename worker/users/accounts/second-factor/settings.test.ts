import { expect, test } from 'vitest'
import { PROOF_LASTS } from '../../../contract/limits.ts'
import { sessions, users } from '../../../db/schema/accounts.ts'
import { passkeys } from '../../../db/schema/passkeys.ts'
import { pending_sign_ins, recovery_codes, second_factor_recoveries } from '../../../db/schema/second-factors.ts'
import { security_events } from '../../../db/schema/security.ts'
import { requestDeletion } from '../deletion/request-deletion.ts'
import { removePasskey } from '../passkeys/remove-sign-in-way.ts'
import { readSignInWays } from '../passkeys/read-sign-in-ways.ts'
import { addOptions } from '../passkeys/add-passkey.ts'
import { listProofWays } from '../proof/list-proof-ways.ts'
import { mailProof, proveByMail } from '../proof/prove-by-mail.ts'
import { proveWithPassword } from '../proof/prove-with-password.ts'
import { changePassword } from '../settings/change-password.ts'
import { requestEmailChange } from '../settings/request-email-change.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import {
  aCarefulPerson,
  aPerson,
  EMAIL,
  expectSecondStep,
  isOn,
  lastToken,
  passkeyIds,
  PASSWORD,
} from './second-factor.fixture.ts'
import { turnOffSecondFactor } from './turn-off.ts'
import { turnOnSecondFactor } from './turn-on.ts'

test('turning it on ends other sessions and is mailed', async () => {
  const person = await aPerson()
  const other = person.browser()
  await other.withPassword()
  await person.first.turnOn()
  expect(await isOn(person)).toBe(true)
  expect([await person.first.isSignedIn(), await other.isSignedIn()]).toEqual([true, false])
  await person.base.settled()
  expect(person.base.mails().map(({ subject }) => subject)).toContain('Two-step sign-in was turned on (Switchyard)')
})

test('codes alone turn nothing on', async () => {
  const person = await aPerson()
  await replaceRecoveryCodes(person.first.ctx)
  expect(await isOn(person)).toBe(false)
  const browser = person.browser()
  await browser.withPassword()
  expect(await browser.isSignedIn()).toBe(true)
})

test('an account whose address is not confirmed gets no codes', async () => {
  const { first } = await aPerson({ email_verified_at: null })
  await expect(replaceRecoveryCodes(first.ctx)).rejects.toMatchObject({ code: 'email_not_verified' })
})

test('codes that another tab replaced turn nothing on', async () => {
  const person = await aPerson()
  const { ctx } = person.first
  const early = await replaceRecoveryCodes(ctx)
  const late = await replaceRecoveryCodes(ctx)
  await expect(turnOnSecondFactor(ctx, { codes: early.id })).rejects.toMatchObject({ code: 'conflict' })
  expect(await isOn(person)).toBe(false)
  await turnOnSecondFactor(ctx, { codes: late.id })
  await turnOnSecondFactor(ctx, { codes: late.id })
  expect(await isOn(person)).toBe(true)
})

test('turning it on needs a passkey', async () => {
  const person = await aPerson()
  const { ctx } = person.first
  const { id } = await replaceRecoveryCodes(ctx)
  const [passkey = ''] = await passkeyIds(person)
  await removePasskey(ctx, { id: passkey })
  await expect(turnOnSecondFactor(ctx, { codes: id })).rejects.toMatchObject({ code: 'conflict' })
  await expect(replaceRecoveryCodes(ctx)).rejects.toMatchObject({ code: 'conflict' })
  expect(await isOn(person)).toBe(false)
})

test('turning it on needs a fresh proof', async () => {
  const person = await aPerson()
  const { ctx } = person.first
  const { id } = await replaceRecoveryCodes(ctx)
  person.base.advance(PROOF_LASTS)
  await expect(turnOnSecondFactor(ctx, { codes: id })).rejects.toMatchObject({ code: 'proof_required' })
  expect(await isOn(person)).toBe(false)
})

test('only a passkey is a fresh proof where two steps are asked', async () => {
  const person = await aCarefulPerson()
  const { ctx } = person.first
  person.base.advance(PROOF_LASTS)
  expect(await listProofWays(ctx)).toEqual({ fresh: false, ways: ['passkey'] })
  await expect(proveWithPassword(ctx, PASSWORD)).rejects.toMatchObject({ code: 'not_found' })
  await expect(mailProof(ctx)).rejects.toMatchObject({ code: 'not_found' })
  const asked: [string, () => Promise<unknown>][] = [
    ['turn off', () => turnOffSecondFactor(ctx)],
    ['new codes', () => replaceRecoveryCodes(ctx)],
    ['another passkey', () => addOptions(ctx, 'browser')],
    ['a new password', () => changePassword(ctx, { current: PASSWORD, password: 'plum orbit velvet canoe' })],
    ['a new address', () => requestEmailChange(ctx, { email: 'eve@example.test' })],
    ['deletion', () => requestDeletion(ctx, { name: EMAIL, take_down: false })],
  ]
  for (const [what, ask] of asked) await expect(ask(), what).rejects.toMatchObject({ code: 'proof_required' })
})

test('a mail that was asked before proves nothing once it is on', async () => {
  const person = await aPerson({ password_hash: null })
  const { ctx } = person.first
  await person.db.delete(passkeys)
  await mailProof(ctx)
  await person.db.update(users).set({ second_factor_at: 1 })
  await person.db.update(sessions).set({ proved_at: 0 })
  await proveByMail(ctx, { token: await lastToken(person.base, '/confirm_identity') })
  expect(await listProofWays(ctx)).toMatchObject({ fresh: false })
})

test('the last passkey stays while signing in takes one', async () => {
  const person = await aCarefulPerson()
  const { ctx } = person.first
  const [id = ''] = await passkeyIds(person)
  const message = 'Two-step sign-in needs this passkey. Turn it off first, or add another passkey.'
  await expect(removePasskey(ctx, { id })).rejects.toMatchObject({ code: 'conflict', message })
  await person.first.addPasskey()
  await removePasskey(ctx, { id })
  expect(await passkeyIds(person)).toHaveLength(1)
})

test('two tabs that remove both passkeys leave one', async () => {
  const person = await aCarefulPerson()
  await person.first.addPasskey()
  const ids = await passkeyIds(person)
  await Promise.allSettled(ids.map((id) => removePasskey(person.first.ctx, { id })))
  expect(await passkeyIds(person)).toHaveLength(1)
})

test('turning it off lets the password sign in, and forgets codes', async () => {
  const person = await aCarefulPerson()
  const [half, next] = [person.browser(), person.browser()]
  await half.withPassword()
  await half.recover()
  await turnOffSecondFactor(person.first.ctx)
  await turnOffSecondFactor(person.first.ctx)
  await next.withPassword()
  expect(await next.isSignedIn()).toBe(true)
  for (const table of [pending_sign_ins, recovery_codes, second_factor_recoveries])
    expect(await person.db.select().from(table)).toEqual([])
  const events = await person.db.select().from(security_events)
  expect(events.filter(({ kind }) => kind === 'second_factor_off')).toHaveLength(1)
})

test('new codes replace all, and the number left is shown', async () => {
  const person = await aCarefulPerson()
  const browser = person.browser()
  await browser.withPassword()
  await browser.finish(person.codes[0])
  const left = async () => (await readSignInWays(browser.ctx)).second_factor.codes_left
  expect(await left()).toBe(9)
  const { codes } = await replaceRecoveryCodes(browser.ctx)
  expect(await left()).toBe(10)
  const next = person.browser()
  expectSecondStep(await next.withPassword())
  await expect(next.finish(person.codes[1])).rejects.toMatchObject({ code: 'invalid_input' })
  await next.finish(codes[0])
  expect(await next.isSignedIn()).toBe(true)
})

test('who signed in with a code can add a passkey at once', async () => {
  const person = await aCarefulPerson()
  const browser = person.browser()
  await browser.withPassword()
  await browser.finish(person.codes[0])
  await browser.addPasskey()
  expect(await passkeyIds(person)).toHaveLength(2)
})
