import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { readRunnerSettings } from './runner-env.ts'

const { SITE_ORIGIN, SUPPORT_URL, SECRET_KEY, TOKEN_KEYS } = env
const few = { SITE_ORIGIN, SUPPORT_URL, SECRET_KEY, TOKEN_KEYS }

test("the Runner's Worker starts with four settings", () => {
  expect(readRunnerSettings(few)).toMatchObject({ SERVICE_CREDENTIALS: {}, RUN_PACE: true, RUN_CALLS_A_TURN: 40 })
})

test("the Runner's Worker keeps nothing of Stripe's key", () => {
  expect(readRunnerSettings({ ...few, STRIPE_SECRET_KEY: 'sk_test_aaaa' })).not.toHaveProperty('STRIPE_SECRET_KEY')
})

test.each(['SITE_ORIGIN', 'SECRET_KEY', 'TOKEN_KEYS'])("names a missing %s and the Runner's config", (name) => {
  const read = () => readRunnerSettings({ ...few, [name]: undefined })
  expect(read).toThrow(new RegExp(`settings are wrong:\\n  ${name}: [^]*wrangler\\.runner\\.toml`))
})
