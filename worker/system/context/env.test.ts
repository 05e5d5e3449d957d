import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { serviceAddress } from '../../services/known-services.ts'
import { listenToLog } from '../../testing/logged-lines.ts'
import { type Env, readSettings, settingsOf } from './env.ts'
import { DEFAULT_SCRYPT_N } from './settings/sign-in-settings.ts'

const good = { ...env }
const problemsOf = (given: object) => readSettings({ ...good, ...given }).problems
const read = (given: object) => {
  const { settings, problems } = readSettings({ ...good, ...given })
  expect(problems).toEqual([])
  return settings
}
/** What a wrong setting leaves, and its problems. */
const readWrong = (given: object) => {
  const { settings, problems } = readSettings({ ...good, ...given })
  expect(problems).not.toEqual([])
  return settings
}

test('reads good settings into what the code uses', () => {
  const settings = read({
    AUTO_CONNECT: 'true',
    TRUSTED_ORIGINS: 'http://localhost:1, http://localhost:2',
    SCRIPT_HOSTS: 'static.example.com,cdn.example.com',
    SERVICE_CREDENTIALS: '{"github":{"client_id":"a","client_secret":"b"}}',
    SERVICE_ADDRESSES: '{"github":"https://gateway.test/github"}',
  })
  expect(settings).toMatchObject({
    AUTO_CONNECT: true,
    TRUSTED_ORIGINS: ['http://localhost:1', 'http://localhost:2'],
    SCRIPT_HOSTS: ['static.example.com', 'cdn.example.com'],
    SERVICE_CREDENTIALS: { github: { client_id: 'a', client_secret: 'b' } },
    SERVICE_ADDRESSES: { github: 'https://gateway.test/github' },
  })
})

test('optional settings have defaults', () => {
  const defaults = { PRODUCT_NAME: 'Switchyard', AUTO_CONNECT: false, SERVICE_CREDENTIALS: {} }
  expect(read({ PRODUCT_NAME: undefined, AUTO_CONNECT: undefined })).toMatchObject(defaults)
})

test('GraphQL answers only our own documents unless switched off', () => {
  expect(read({ GRAPHQL_PERSISTED_ONLY: undefined })?.GRAPHQL_PERSISTED_ONLY).toBe(true)
  expect(read({ GRAPHQL_PERSISTED_ONLY: 'false' })?.GRAPHQL_PERSISTED_ONLY).toBe(false)
})

test.each([
  ['STRIPE_API_BASE', 'https://api.stripe.com'],
  ['TWILIO_API_BASE', 'https://api.twilio.com'],
  ['STRIPE_JS_URL', ''],
  ['SERVICE_CREDENTIALS', {}],
  ['SERVICE_ADDRESSES', {}],
  ['VAPID_KEYS', null],
  ['RENEWAL_NOTICE_DAYS', 30],
  ['STRIPE_TAX', false],
  ['AI_PROVIDER', 'off'],
  ['AI_BASE_URL', 'https://api.openai.com/v1'],
  ['GRAPHQL_PERSISTED_ONLY', true],
])('an empty %s means its default', (name, value) => {
  expect(read({ [name]: '' })).toMatchObject({ [name]: value })
})

test.each([
  ['SITE_ORIGIN', 'https://nowhere.test/path'],
  ['SERVICE_ADDRESSES', '{"github":"https://gateway.test/"}'],
  ['SITE_ORIGIN', 'nowhere.test'],
  ['SCRIPT_HOSTS', 'a.test,b.test,c.test'],
  ['SCRIPT_HOSTS', 'https://a.test'],
  ['SITE_ORIGIN', undefined],
  ['SUPPORT_URL', 'no address'],
  ['MAIL_FROM', ''],
  ['SECRET_KEY', 'short'],
  ['SECRET_KEY', undefined],
  ['SCRYPT_N', '0'],
  ['SCRYPT_N', '1000'],
  ['SCRYPT_N', '1'],
  ['TOKEN_KEYS', undefined],
  ['TOKEN_KEYS', 'id:tooshort='],
  ['AUTO_CONNECT', 'yes'],
  ['SERVICE_CREDENTIALS', '{'],
  ['SERVICE_CREDENTIALS', '{"github":{"client_id":"a"}}'],
  ['PRODUCT_NAME', ''],
  ['APP_STORE_URL', 'http://apps.test/ios'],
  ['PLAY_STORE_URL', 'javascript:alert(1)//'],
  ['TWILIO_ACCOUNT_SID', 'SK0123456789'],
  ['TWILIO_FROM', 'Switchyard Texts'],
  ['TWILIO_API_BASE', 'https://texts.test/path'],
  ['STRIPE_SECRET_KEY', 'pk_test_aaaa'],
  ['STRIPE_PUBLISHABLE_KEY', 'sk_test_aaaa'],
  ['STRIPE_WEBHOOK_SECRETS', 'whsec_aaaa,secret'],
  ['STRIPE_API_BASE', 'https://stripe.test/v1'],
  ['STRIPE_JS_URL', 'nowhere'],
  ['RENEWAL_NOTICE_DAYS', '14'],
  ['RENEWAL_NOTICE_DAYS', '46'],
  ['RENEWAL_NOTICE_DAYS', '3e1'],
  ['STRIPE_TAX', 'true'],
  ['AI_PROVIDER', 'someone'],
  ['AI_BASE_URL', 'https://models.test/v1/'],
])('names a wrong %s without repeating its value %j', (name, value) => {
  const problems = problemsOf({ [name]: value })
  expect(problems[0]).toMatch(new RegExp(`^${name}[.:]`))
  if (value && value.length > 4) expect(problems.join()).not.toContain(value)
})

test('reads the days of notice as a number', () => {
  expect(read({ RENEWAL_NOTICE_DAYS: '45' })?.RENEWAL_NOTICE_DAYS).toBe(45)
})

test.each(['APP_STORE_URL', 'PLAY_STORE_URL'] as const)('an operator without an app leaves out %s', (name) => {
  for (const value of [undefined, '']) {
    expect(problemsOf({ [name]: value })).toEqual([])
    expect(read({ [name]: value })?.[name]).toBe('')
  }
})

test('names every wrong setting at once', () => {
  expect(problemsOf({ SECRET_KEY: undefined, TOKEN_KEYS: 'x', SITE_ORIGIN: 'x', SENTRY_DSN: 'x' })).toEqual([
    'SITE_ORIGIN: must be an origin such as https://example.com',
    'SECRET_KEY: is missing',
    expect.stringMatching(/^TOKEN_KEYS: must be/),
    expect.stringMatching(/^SENTRY_DSN: must be/),
  ])
})

test.each(['SITE_ORIGIN', 'SUPPORT_URL', 'SECRET_KEY', 'TOKEN_KEYS', 'MAIL_FROM'])(
  'there are no settings without a right %s',
  (name) => {
    expect(readWrong({ [name]: '' })).toBe(null)
    expect(() => settingsOf({ ...good, [name]: undefined } as Env)).toThrow('not set up completely')
  },
)

test('logs each wrong setting once', () => {
  const logged = listenToLog()
  const wrong = { ...good, CAMPAIGN_CODE: 'ten percent' }
  for (const bindings of [wrong, { ...wrong }]) expect(settingsOf(bindings).CAMPAIGN_CODE).toBe('')
  expect(logged('wrong_setting')).toMatchObject([
    { level: 'error', problem: 'CAMPAIGN_CODE: must be a promotion code of Stripe' },
  ])
})

const KEYS = { STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_PUBLISHABLE_KEY: 'pk_test_a' }
const TWILIO = { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'token', TWILIO_FROM: '+14155550100' }
const OPENAI = { AI_PROVIDER: 'openai', AI_MODEL: 'small', AI_API_KEY: 'key' }
test.each([
  ['STRIPE_JS_URL', KEYS, { STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '' }],
  ['STRIPE_API_BASE', KEYS, { STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '' }],
  ['TEXT_COUNTRIES', TWILIO, { TWILIO_ACCOUNT_SID: '' }],
  ['TEXTS_A_DAY', TWILIO, { TWILIO_ACCOUNT_SID: '' }],
  ['TWILIO_API_BASE', TWILIO, { TWILIO_ACCOUNT_SID: '', TWILIO_AUTH_TOKEN: '' }],
  ['AI_BASE_URL', OPENAI, { AI_PROVIDER: 'off', AI_API_KEY: '' }],
  ['AI_CALLS_A_DAY', OPENAI, { AI_PROVIDER: 'off', AI_API_KEY: '' }],
])('a wrong %s turns off its whole feature', (name, feature, off) => {
  expect(read(feature)).toMatchObject(feature)
  expect(readWrong({ ...feature, [name]: 'wrong ' })).toMatchObject(off)
})

test('a wrong client of one service leaves the others', () => {
  const github = { client_id: 'a', client_secret: 'b' }
  const given = { github, gitlab: { client_id: 'a' }, 'no-name': github }
  expect(readWrong({ SERVICE_CREDENTIALS: JSON.stringify(given) })?.SERVICE_CREDENTIALS).toEqual({ github })
})

test('a service whose address is wrong is nowhere', () => {
  const nowhere = 'https://wrong-setting.invalid'
  const given = { github: 'https://gateway.test', gitlab: 'gitlab.test' }
  const placed = (text: string, module_name: string) => {
    const addresses = readWrong({ SERVICE_ADDRESSES: text })?.SERVICE_ADDRESSES ?? {}
    return serviceAddress(module_name, addresses)
  }
  expect(placed(JSON.stringify(given), 'github')).toBe(given.github)
  expect(placed(JSON.stringify(given), 'gitlab')).toBe(nowhere)
  expect(placed('{', 'github')).toBe(nowhere)
  expect(placed('{', 'feeds')).toBe('')
})

test('a wrong list of allowed hosts allows none', () => {
  expect(readWrong({ SERVICE_HOSTS: true })?.SERVICE_HOSTS).toEqual(['wrong-setting.invalid'])
})

test('a password hash cannot cost less than 2^14 on https', () => {
  const deployed = { SCRYPT_N: undefined, SITE_ORIGIN: 'https://site.test' }
  expect(read(deployed)?.SCRYPT_N).toBe(2 ** 14)
  expect(read({ ...deployed, SCRYPT_N: '32768' })?.SCRYPT_N).toBe(2 ** 15)
  expect(read({})?.SCRYPT_N).toBe(2)
  const cheap = { ...deployed, SCRYPT_N: `${DEFAULT_SCRYPT_N / 2}` }
  expect(problemsOf(cheap)).toEqual([expect.stringContaining('SCRYPT_N: must be at least 16384')])
  expect(readWrong(cheap)?.SCRYPT_N).toBe(2 ** 14)
})

const live = { STRIPE_SECRET_KEY: 'sk_live_aaaa', STRIPE_PUBLISHABLE_KEY: 'pk_live_bbbb' }
test.each([
  ['STRIPE_SECRET_KEY', { ...live, STRIPE_PUBLISHABLE_KEY: '' }],
  ['STRIPE_PUBLISHABLE_KEY', { ...live, STRIPE_PUBLISHABLE_KEY: 'pk_test_bbbb' }],
  ['STRIPE_API_BASE', { ...live, STRIPE_API_BASE: 'http://localhost:1' }],
  ['STRIPE_JS_URL', { ...live, STRIPE_JS_URL: 'http://localhost:1/stripe.js' }],
])('refuses live keys outside the real Stripe: names %s', (name, given) => {
  expect(read(live)).toMatchObject(live)
  expect(problemsOf(given)).toEqual([expect.stringMatching(new RegExp(`^${name}:`))])
  expect(readWrong(given)).toMatchObject({ STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '' })
})

const oidc = {
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'switchyard',
  OIDC_CLIENT_SECRET: 'secret',
  OIDC_NAME: 'Test ID',
}
test.each([
  ['OIDC_CLIENT_SECRET', { ...oidc, OIDC_CLIENT_SECRET: '' }],
  ['OIDC_ISSUER', { ...oidc, OIDC_ISSUER: '' }],
  ['OIDC_ISSUER', { ...oidc, OIDC_ISSUER: 'http://id.example' }],
  ['OIDC_ISSUER', { ...oidc, OIDC_ISSUER: 'id.example' }],
  ['OIDC_NAME', { ...oidc, OIDC_NAME: 'x'.repeat(31) }],
])('requires a complete OpenID provider over https: names %s', (name, given) => {
  expect(read(oidc)?.OIDC_NAME).toBe('Test ID')
  expect(problemsOf(given)).toEqual([expect.stringMatching(new RegExp(`^${name}:`))])
  expect(readWrong(given)).toMatchObject({ OIDC_ISSUER: '', OIDC_NAME: '' })
})

test('the operator vouches for a provider in its own network', () => {
  const own = { ...oidc, OIDC_ISSUER: 'http://id.lan:8080/realm' }
  expect(problemsOf(own)).toEqual([expect.stringContaining('OIDC_ISSUER')])
  expect(read({ ...own, TRUSTED_ORIGINS: 'http://id.lan:8080' })?.OIDC_ISSUER).toBe('http://id.lan:8080/realm')
})

test('a language model needs its name and a safe way there', () => {
  const ai = { AI_PROVIDER: 'openai', AI_MODEL: 'small' }
  expect(read(ai)).toMatchObject(ai)
  expect(problemsOf({ AI_PROVIDER: 'openai' })).toEqual(['AI_MODEL: is missing, but AI_PROVIDER is openai'])
  const own = { ...ai, AI_BASE_URL: 'http://models.lan:11434/v1' }
  expect(problemsOf(own)).toEqual([expect.stringContaining('AI_BASE_URL: must be https')])
  expect(read({ ...own, TRUSTED_ORIGINS: 'http://models.lan:11434' })?.AI_BASE_URL).toBe(own.AI_BASE_URL)
})
