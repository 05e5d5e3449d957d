import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { readRunnerSettings } from './runner-env.ts'

const { SITE_ORIGIN, SUPPORT_URL, SECRET_KEY, TOKEN_KEYS } = env
const few = { SITE_ORIGIN, SUPPORT_URL, SECRET_KEY, TOKEN_KEYS }

test("the Runner's Worker starts with four settings", () => {
  expect(readRunnerSettings(few).settings).toMatchObject({
    SERVICE_CREDENTIALS: {},
    RUN_PACE: true,
    RUN_CALLS_A_TURN: 40,
  })
})

test("the Runner's Worker keeps nothing of Stripe's key", () => {
  expect(readRunnerSettings({ ...few, STRIPE_SECRET_KEY: 'sk_test_aaaa' }).settings).not.toHaveProperty(
    'STRIPE_SECRET_KEY',
  )
})

test.each(['SITE_ORIGIN', 'SECRET_KEY', 'TOKEN_KEYS'])("the Runner's Worker has no settings without %s", (name) => {
  const { settings, problems } = readRunnerSettings({ ...few, [name]: undefined })
  expect([settings, problems]).toEqual([null, [expect.stringMatching(new RegExp(`^${name}: `))]])
})
