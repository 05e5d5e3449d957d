import { createExecutionContext, env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { RunnerHealth } from '../../app/runner/index.ts'
import type { Settings } from '../../system/context/env.ts'
import { RUNNER_WORKER_SETTINGS } from '../../system/context/settings/runner-worker-settings.ts'
import { call } from '../../testing/call-api.ts'
import { aUser, signIn } from '../../testing/rows.ts'
import { testCtx } from '../../testing/test-ctx.ts'
import { listenToLog } from '../../testing/logged-lines.ts'

type Needed = 'SITE_ORIGIN' | 'SUPPORT_URL' | 'SECRET_KEY' | 'TOKEN_KEYS' | 'MAIL_FROM'
/** What TOML makes of a value without quotes. */
const UNQUOTED = 7

/** Each with a value that it cannot have. */
const NEEDED: Record<Needed, unknown> = {
  SITE_ORIGIN: 'site.test',
  SUPPORT_URL: 'support',
  SECRET_KEY: 'short',
  TOKEN_KEYS: 'k1:short',
  MAIL_FROM: '',
}
const OPTIONAL: Record<Exclude<keyof Settings, Needed>, unknown> = {
  PRODUCT_NAME: '',
  SERVICE_CREDENTIALS: '{',
  SERVICE_ADDRESSES: '{"github":"github.example"}',
  TRUSTED_ORIGINS: UNQUOTED,
  RUN_PACE: 'true',
  RUN_CALLS_A_TURN: '0',
  OPEN_METEO_KEY: UNQUOTED,
  SENTRY_DSN: 'https://sentry.test',
  PUBLISH_DELAY_HOURS: 'a day',
  SERVICE_HOSTS: UNQUOTED,
  OPERATORS: 'ada@example.com',
  SCRIPT_HOSTS: 'https://a.test',
  AUTO_CONNECT: 'yes',
  GOOGLE_PICKER_KEY: 'short',
  GOOGLE_PICKER_APP_ID: 'my-project',
  DEAD_LETTER_QUEUE: '',
  DATABASE_MAX_MB: '10 GB',
  DEBUG: 'on',
  GRAPHQL_PERSISTED_ONLY: 'on',
  APP_STORE_URL: 'http://apps.test',
  PLAY_STORE_URL: 'play',
  SCRYPT_N: '1000',
  OIDC_ISSUER: 'id.example',
  OIDC_CLIENT_ID: UNQUOTED,
  OIDC_CLIENT_SECRET: UNQUOTED,
  OIDC_NAME: 'x'.repeat(31),
  IN_DOMAIN: 'in',
  VAPID_KEYS: 'public:private',
  TWILIO_ACCOUNT_SID: 'SK0',
  TWILIO_AUTH_TOKEN: UNQUOTED,
  TWILIO_FROM: 'Switchyard',
  TEXT_COUNTRIES: 'US',
  TEXTS_A_DAY: 'many',
  TWILIO_API_BASE: 'https://texts.test/path',
  AI_PROVIDER: 'someone',
  AI_BASE_URL: 'models.test',
  AI_MODEL: UNQUOTED,
  AI_API_KEY: UNQUOTED,
  AI_CALLS_A_DAY: 'many',
  STRIPE_SECRET_KEY: 'pk_test_a',
  STRIPE_PUBLISHABLE_KEY: 'sk_test_a',
  STRIPE_WEBHOOK_SECRETS: 'secret',
  RENEWAL_NOTICE_DAYS: '3',
  STRIPE_TAX: 'true',
  STRIPE_API_BASE: 'https://stripe.test/v1',
  CAMPAIGN_CODE: 'ten percent',
  STRIPE_JS_URL: 'nowhere',
}

const uncounted = { limit: async () => ({ success: true }) }

/** Both Workers with this setting, as a deployment gives it to them. */
function bothWith(name: string, value: unknown): typeof env {
  const runner = new RunnerHealth(createExecutionContext(), { ...env, [name]: value })
  const RUNNER_HEALTH = { report: (challenge: string) => runner.report(challenge) }
  return { ...env, [name]: value, RUNNER_HEALTH, CALLS: uncounted } as typeof env
}
async function askHealth(bindings: typeof env) {
  const response = await call('GET', '/api/health', { bindings })
  return { status: response.status, answer: (await response.json()) as { ok: boolean; problems: string[] } }
}

test.each(Object.entries(OPTIONAL))('the site answers with a wrong %s, and health names it', async (name, value) => {
  const logged = listenToLog()
  const bindings = bothWith(name, value)
  for (const path of ['/api/settings', '/api/csrf_token', '/api/me', '/api/services'])
    expect([path, (await call('GET', path, { bindings })).status]).toEqual([path, 200])
  const { status, answer } = await askHealth(bindings)
  expect([status, answer.ok]).toEqual([200, true])
  expect(answer.problems.filter((problem) => problem.startsWith(`Wrong setting ${name}`))).toHaveLength(1)
  expect(logged('unhealthy').map(({ problem }) => problem)).toEqual(answer.problems)
})

test("the operator's page names a wrong setting", async () => {
  const base = await testCtx()
  const operator = await aUser(base.db)
  const { token } = await signIn(base.db, operator, Date.now())
  const bindings = { ...bothWith('SENTRY_DSN', 'here'), OPERATORS: operator.id }
  const response = await call('GET', '/api/operator', { session: token, bindings })
  expect(await response.json()).toMatchObject({
    problems: expect.arrayContaining([expect.stringContaining('Wrong setting SENTRY_DSN')]),
  })
})

test.each(Object.entries(NEEDED))('health names a wrong %s, with which calls are answered 503', async (...given) => {
  const [name] = given
  const bindings = bothWith(...given)
  const response = await call('GET', '/api/settings', { bindings })
  expect([response.status, await response.json()]).toMatchObject([503, { error: { code: 'not_set_up' } }])
  const { status, answer } = await askHealth(bindings)
  expect([status, answer.ok]).toEqual([503, false])
  expect(answer.problems).toEqual([expect.stringMatching(new RegExp(`^Wrong setting ${name}: `))])
})

test.each(Object.entries({ ...NEEDED, ...OPTIONAL }).filter(([name]) => name in RUNNER_WORKER_SETTINGS))(
  "health names a wrong %s of the Runner's Worker alone",
  async (name, value) => {
    const { RUNNER_HEALTH } = bothWith(name, value)
    const { answer } = await askHealth({ ...env, RUNNER_HEALTH })
    expect(answer.problems[0]).toMatch(new RegExp(`^Wrong setting of the Runner's Worker ${name}[:.]`))
    if (name in NEEDED) expect(answer.ok).toBe(false)
  },
)
