import { expect, test } from 'vitest'
import { RECOVERY_OPEN, RECOVERY_WAITS } from '../../../contract/accounts/second-factor.ts'
import { DAY, HOUR, MINUTE } from '../../../contract/shared/durations.ts'
import { email_changes } from '../../../db/schema/account-changes.ts'
import { sessions, users } from '../../../db/schema/accounts.ts'
import { recovery_codes, second_factor_recoveries } from '../../../db/schema/second-factors.ts'
import { security_events } from '../../../db/schema/security.ts'
import { runCron } from '../../../operations/jobs/cron.ts'
import { purgeExpired } from '../../../operations/jobs/purge-expired.ts'
import { markBrowser } from '../../session/known-browser.ts'
import { requestDeletion } from '../deletion/request-deletion.ts'
import { signIn as signInByPassword } from '../sign-in.ts'
import { RECOVERIES_PER_USER } from './begin-recovery.ts'
import { mailRecoveries } from './mail-recoveries.ts'
import { readSecondStep } from './read-second-step.ts'
import {
  aCarefulPerson,
  EMAIL,
  expectSecondStep,
  isOn,
  lastToken,
  passkeyIds,
  PASSWORD,
  type Person,
} from './second-factor.fixture.ts'
import { stopRecovery } from './stop-recovery.ts'

const PAGE = '/login/recovery/stop'
const NEW_PASSWORD = 'another long battery staple'

/** Somebody who has just said that they have neither passkey nor code. */
async function waiting() {
  const person = await aCarefulPerson()
  const browser = person.browser()
  await browser.withPassword()
  await browser.recover()
  await person.base.settled()
  return { ...person, lost: browser }
}

const mailsAbout = ({ base }: Person) => base.mails().filter(({ template }) => template === 'second_factor_recovery')
const kinds = async ({ db }: Person) => (await db.select().from(security_events)).map(({ kind }) => kind)

test('after 72 hours the password turns the second factor off', async () => {
  const person = await waiting()
  const { base, lost } = person
  base.advance(RECOVERY_WAITS - 1)
  expectSecondStep(await lost.withPassword())
  base.advance(1)
  await lost.withPassword()
  expect(await lost.isSignedIn()).toBe(true)
  expect(await isOn(person)).toBe(false)
  expect(await person.first.isSignedIn()).toBe(false)
  expect(await passkeyIds(person)).toHaveLength(1)
  expect(await person.db.select().from(recovery_codes)).toEqual([])
  expect(await kinds(person)).toContain('recovery_finished')
  await base.settled()
  const subject = 'Two-step sign-in was turned off after 72 hours (Switchyard)'
  expect(base.mails().map((mail) => mail.subject)).toContain(subject)
})

test('turning it off is mailed where the browser is known too', async () => {
  const person = await waiting()
  const { base, lost, user } = person
  base.advance(RECOVERY_WAITS)
  const knownBrowser = await markBrowser(base, { id: user.id, email_verified: true })
  await signInByPassword({ ...lost.ctx, knownBrowser }, { email: EMAIL, password: PASSWORD })
  await base.settled()
  const subject = 'Two-step sign-in was turned off after 72 hours (Switchyard)'
  expect(base.mails().map((mail) => mail.subject)).toContain(subject)
})

test('the 72 hours let in nothing that waited before', async () => {
  const { base, lost, ...person } = await waiting()
  base.advance(RECOVERY_WAITS)
  await expect(lost.finish('0000-0000-0000-0000')).rejects.toMatchObject({ code: 'second_step_expired' })
  expect(await isOn({ base, ...person })).toBe(true)
})

test('mails go out at once, after 24 and after 48 hours', async () => {
  const person = await waiting()
  const sent = [mailsAbout(person).length]
  for (let hour = 1; hour <= 80; hour++) {
    person.base.advance(HOUR)
    await runCron(person.base, '12-59/15 * * * *')
    if ([23, 24, 47, 48, 80].includes(hour)) sent.push(mailsAbout(person).length)
  }
  expect(sent).toEqual([1, 1, 2, 2, 3, 3])
  expect(mailsAbout(person).every(({ to, text }) => to === EMAIL && text.includes(`${PAGE}?token=`))).toBe(true)
})

test('a mail that was not queued goes out ten minutes later', async () => {
  const person = await aCarefulPerson()
  const browser = person.browser()
  await browser.withPassword()
  const { send } = person.base.queue
  person.base.queue.send = () => Promise.reject(new Error('The queue is down.'))
  await browser.recover()
  await person.base.settled()
  expect(mailsAbout(person)).toEqual([])
  person.base.queue.send = send
  person.base.advance(10 * MINUTE)
  await mailRecoveries(person.base, person.base.now())
  await mailRecoveries(person.base, person.base.now())
  expect(mailsAbout(person)).toHaveLength(1)
})

test('an address that was changed within seven days hears of it too', async () => {
  const person = await aCarefulPerson()
  const now = person.base.now()
  const change = { from_email: 'old@example.test', to_email: EMAIL, requested_at: now, confirmed_at: now }
  await person.db
    .insert(email_changes)
    .values({ id: 'emc', user_id: person.user.id, ...change, expires_at: now + 7 * DAY })
  const browser = person.browser()
  await browser.withPassword()
  await browser.recover()
  await person.base.settled()
  expect(mailsAbout(person).map(({ to }) => to)).toEqual([EMAIL, 'old@example.test'])
  await stopRecovery(person.base, { token: await lastToken(person.base, PAGE) })
  expect(await person.db.select().from(second_factor_recoveries)).toEqual([])
})

test('a mailed link stops it, once, without a session', async () => {
  const person = await waiting()
  const token = await lastToken(person.base, PAGE)
  await stopRecovery(person.base, { token })
  const message = 'This link was used or is too old. Use the one in the newest email.'
  await expect(stopRecovery(person.base, { token })).rejects.toMatchObject({ code: 'invalid_link', message })
  expect(await readSecondStep(person.lost.ctx, person.lost.pending)).toEqual({ waiting: null })
  person.base.advance(RECOVERY_WAITS)
  expectSecondStep(await person.browser().withPassword())
  expect(await kinds(person)).toContain('recovery_stopped')
})

test('an earlier link does not stop a later waiting period', async () => {
  const person = await waiting()
  const early = await lastToken(person.base, PAGE)
  await person.browser().withPasskey()
  const again = person.browser()
  await again.withPassword()
  await again.recover()
  await stopRecovery(person.base, { token: early })
  expect(await person.db.select().from(second_factor_recoveries)).toHaveLength(1)
})

test('a link that comes too late says so', async () => {
  const person = await waiting()
  const token = await lastToken(person.base, PAGE)
  person.base.advance(RECOVERY_WAITS)
  await person.lost.withPassword()
  const message = 'This waiting period is over. Sign in to see what has changed.'
  await expect(stopRecovery(person.base, { token })).rejects.toMatchObject({ code: 'invalid_link', message })
})

test.each([
  ['a passkey alone', async (person: Person) => void (await person.browser().withPasskey())],
  [
    'both steps',
    async (person: Person) => {
      const browser = person.browser()
      await browser.withPassword()
      await browser.finish()
    },
  ],
])('signing in with %s stops it and is mailed', async (_, signIn) => {
  const person = await waiting()
  await signIn(person)
  await person.base.settled()
  expect(await person.db.select().from(second_factor_recoveries)).toEqual([])
  const subject = 'Signing in without your passkey was stopped (Switchyard)'
  expect(person.base.mails().map((mail) => mail.subject)).toContain(subject)
  person.base.advance(RECOVERY_WAITS)
  expectSecondStep(await person.browser().withPassword())
})

test('an account has one waiting period, and repeating begins none', async () => {
  const person = await waiting()
  const [first] = await person.db.select().from(second_factor_recoveries)
  person.base.advance(HOUR)
  const other = person.browser()
  await other.withPassword()
  expect(await other.recover()).toEqual({ due_at: first?.due_at, expires_at: first?.expires_at })
  const both = [person.browser(), person.browser()]
  for (const browser of both) await browser.withPassword()
  await Promise.all(both.map((browser) => browser.recover()))
  expect(await person.db.select().from(second_factor_recoveries)).toMatchObject([{ id: first?.id }])
  await person.base.settled()
  expect(mailsAbout(person)).toHaveLength(1)
})

test('only three begin within a week', async () => {
  const person = await aCarefulPerson()
  const begin = async () => {
    const browser = person.browser()
    await browser.withPassword()
    await browser.recover()
    await person.browser().withPasskey()
  }
  for (let n = 0; n < RECOVERIES_PER_USER.tries; n++) await begin()
  await expect(begin()).rejects.toMatchObject({ code: 'rate_limited' })
  person.base.advance(7 * DAY)
  await begin()
})

test('it needs the first step', async () => {
  const person = await aCarefulPerson()
  await expect(person.browser().recover()).rejects.toMatchObject({ code: 'second_step_expired' })
  expect(await person.db.select().from(second_factor_recoveries)).toEqual([])
})

test('a reset by mail neither ends nor restarts it', async () => {
  const person = await waiting()
  const [before] = await person.db.select().from(second_factor_recoveries)
  person.base.advance(DAY)
  const reset = person.browser()
  expectSecondStep(await reset.withReset(NEW_PASSWORD))
  expect(await reset.recover()).toMatchObject({ due_at: before?.due_at })
  person.base.advance(2 * DAY)
  await reset.withReset(NEW_PASSWORD)
  expect(await reset.isSignedIn()).toBe(true)
  const next = person.browser()
  await next.withPassword(NEW_PASSWORD)
  expect(await next.isSignedIn()).toBe(true)
})

test('it can be used for seven days, and then begins again', async () => {
  const person = await waiting()
  person.base.advance(RECOVERY_WAITS + RECOVERY_OPEN)
  const late = person.browser()
  expectSecondStep(await late.withPassword())
  const { due_at } = await late.recover()
  expect(due_at).toBe(person.base.now() + RECOVERY_WAITS)
  person.base.advance(RECOVERY_WAITS + RECOVERY_OPEN + 1)
  await purgeExpired(person.base)
  expect(await person.db.select().from(second_factor_recoveries)).toEqual([])
})

test('deleting the account ends it, and none begins until it is back', async () => {
  const person = await waiting()
  await person.db.update(sessions).set({ proved_at: person.base.now() })
  await requestDeletion(person.first.ctx, { name: EMAIL, take_down: false })
  expect(await person.db.select().from(second_factor_recoveries)).toEqual([])
  const browser = person.browser()
  expectSecondStep(await browser.withPassword())
  await expect(browser.recover()).rejects.toMatchObject({ code: 'account_deleting' })
  await browser.finish()
  const [user] = await person.db.select().from(users)
  expect(user?.deletes_at).not.toBeNull()
})
