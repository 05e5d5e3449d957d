/** @module-tag long */
import { env } from 'cloudflare:test'
import { array, asyncProperty, assert, constant, constantFrom, oneof, record } from 'fast-check'
import { expect, test } from 'vitest'
import { RECOVERY_OPEN, RECOVERY_WAITS } from '../../../contract/accounts/second-factor.ts'
import { DAY, HOUR, MINUTE } from '../../../contract/shared/durations.ts'
import { sessions } from '../../../db/schema/accounts.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { needsSecondStep, type SignedIn } from '../sign-in-by-first-factor.ts'
import { aPerson, isOn, lastToken, PASSWORD, type Person, type TestBrowser } from './second-factor.fixture.ts'
import { stopRecovery } from './stop-recovery.ts'
import { turnOffSecondFactor } from './turn-off.ts'

const LONG = 600_000
/** `npm run test:long` makes 300 histories, `npm test` a tenth. */
const HISTORIES = Math.ceil(300 / Number(env['ONE_IN']))

const DEEDS = [
  'password',
  'begin',
  'passkey',
  'finish by passkey',
  'finish by code',
  'reset',
  'stop',
  'turn on',
  'turn off',
] as const
/** Some more often than others, so that a waiting period begins in most histories and its end is met. */
const often = (deed: (typeof DEEDS)[number], weight: number) => ({ arbitrary: constant(deed), weight })
const step = record({
  deed: oneof(...DEEDS.map((deed) => often(deed, deed === 'password' || deed === 'begin' ? 4 : 1))),
  browser: constantFrom(0, 0, 1),
  wait: constantFrom(0, 0, 0, 0, 0, MINUTE, 5 * MINUTE, 25 * HOUR, RECOVERY_WAITS, 8 * DAY),
})

/** The expected state, by its own rules. */
type Model = {
  on: boolean
  begun: number | null
  codes: string[]
  /** Of the link in the newest mail. */
  stop: string
  password: string
  /** The passwords that resets wait with, by their browsers. */
  chosen: Map<TestBrowser, string | null>
}

/** Begins with two-step sign-in on; turning it off and on again is part of the histories. */
async function aHistory() {
  const person = await aPerson()
  const { codes } = await person.first.turnOn()
  const model: Model = { on: true, begun: null, codes: [...codes], stop: '', password: PASSWORD, chosen: new Map() }
  const browsers = [person.first, person.browser()] as const
  return { person, model, browsers, resets: 0 }
}
type History = Awaited<ReturnType<typeof aHistory>>

/** Whether the first factor alone lets in, after the wait. */
function isOpen({ begun }: Model, now: number): boolean {
  return begun !== null && now >= begun + RECOVERY_WAITS && now < begun + RECOVERY_WAITS + RECOVERY_OPEN
}

/** Answers with a refusal's code, where there is one. */
async function orRefusal<Value>(work: Promise<Value>): Promise<Value | string> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

/** A first factor, which was right: it signs in alone only where the model says so. */
function expectFirstFactor(model: Model, now: number, ended: SignedIn | string): boolean {
  if (typeof ended === 'string') {
    expect(ended).toBe('rate_limited')
    return false
  }
  const alone = !model.on || isOpen(model, now)
  expect(needsSecondStep(ended)).toBe(!alone)
  if (model.on && alone) Object.assign(model, { on: false, begun: null })
  return alone
}

async function doDeed(history: History, deed: (typeof DEEDS)[number], browser: TestBrowser): Promise<boolean> {
  const { person, model } = history
  const now = person.base.now()
  switch (deed) {
    case 'password': {
      const ended = await orRefusal(browser.withPassword(model.password))
      if (typeof ended === 'object') model.chosen.set(browser, null)
      return expectFirstFactor(model, now, ended)
    }
    case 'reset': {
      const password = `another long battery staple ${++history.resets}`
      const ended = await orRefusal(browser.withReset(password))
      const alone = expectFirstFactor(model, now, ended)
      if (alone) model.password = password
      else if (typeof ended === 'object') model.chosen.set(browser, password)
      return alone
    }
    case 'passkey':
      expect(typeof (await orRefusal(browser.withPasskey()))).toBe('object')
      model.begun = null
      return true
    case 'finish by passkey':
    case 'finish by code':
      return finish(history, browser, deed === 'finish by code' ? model.codes.shift() : undefined)
    case 'begin': {
      const begun = await orRefusal(browser.recover())
      if (typeof begun === 'string') return false
      expect(model.on).toBe(true)
      model.begun = begun.due_at - RECOVERY_WAITS
      model.stop = await lastToken(person.base, '/login/recovery/stop')
      return false
    }
    case 'stop': {
      const stopped = await orRefusal(stopRecovery(person.base, { token: model.stop }))
      if (stopped === undefined) model.begun = null
      return false
    }
    case 'turn on': {
      const made = await orRefusal(browser.turnOn())
      if (typeof made === 'string') return false
      Object.assign(model, { on: true, codes: [...made.codes] })
      return false
    }
    case 'turn off': {
      const off = await orRefusal(turnOffSecondFactor(browser.ctx))
      if (off === undefined) Object.assign(model, { on: false, begun: null, codes: [] })
      return false
    }
    default:
      return deed satisfies never
  }
}

async function finish({ model }: History, browser: TestBrowser, code?: string): Promise<boolean> {
  const ended = await orRefusal(browser.finish(code))
  if (typeof ended === 'string') {
    if (code !== undefined) model.codes.unshift(code)
    return false
  }
  expect(model.on).toBe(true)
  model.begun = null
  model.password = model.chosen.get(browser) ?? model.password
  return true
}

const countSessions = async ({ db }: Person) => (await db.select({ id: sessions.id }).from(sessions)).length

test(
  'no order of events begins a session without the second factor',
  async () => {
    await assert(
      asyncProperty(array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const history = await aHistory()
        const { person, browsers, model } = history
        for (const { deed, browser, wait } of steps) {
          person.base.advance(wait)
          const before = await countSessions(person)
          const begins = await doDeed(history, deed, browsers[browser] ?? person.first)
          expect(await countSessions(person)).toBe(before + (begins ? 1 : 0))
          expect(await isOn(person)).toBe(model.on)
        }
      }),
      { numRuns: HISTORIES },
    )
  },
  LONG,
)

test(
  'after any order of events the first factor alone gets back in',
  async () => {
    await assert(
      asyncProperty(array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
        const history = await aHistory()
        const { person, browsers } = history
        for (const { deed, browser, wait } of steps) {
          person.base.advance(wait)
          await doDeed(history, deed, browsers[browser] ?? person.first)
        }
        // Counts of tries and of waiting periods are forgotten by then.
        person.base.advance(RECOVERY_WAITS + RECOVERY_OPEN)
        const alone = person.browser()
        if (needsSecondStep(await alone.withReset('amber lantern quilt meadow'))) {
          await alone.recover()
          person.base.advance(RECOVERY_WAITS)
          await alone.withReset('amber lantern quilt meadow')
        }
        expect(await alone.isSignedIn()).toBe(true)
      }),
      { numRuns: HISTORIES },
    )
  },
  LONG,
)
