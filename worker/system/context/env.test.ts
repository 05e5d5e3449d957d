import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { readSettings } from './env.ts'
import { DEFAULT_SCRYPT_N } from './settings/sign-in-settings.ts'

const good = { ...env }

test('reads good settings into what the code uses', () => {
  const settings = readSettings({
    ...good,
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
  const { PRODUCT_NAME: _, AUTO_CONNECT: __, ...rest } = good
  expect(readSettings(rest)).toMatchObject({ PRODUCT_NAME: 'Switchyard', AUTO_CONNECT: false, SERVICE_CREDENTIALS: {} })
})

test('GraphQL answers only our own documents unless switched off', () => {
  const { GRAPHQL_PERSISTED_ONLY: _, ...rest } = good
  expect(readSettings(rest).GRAPHQL_PERSISTED_ONLY).toBe(true)
  expect(readSettings({ ...rest, GRAPHQL_PERSISTED_ONLY: 'false' }).GRAPHQL_PERSISTED_ONLY).toBe(false)
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
  expect(readSettings({ ...good, [name]: '' })).toMatchObject({ [name]: value })
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
  ['APP_STORE_URL', undefined],
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
  const read = () => readSettings({ ...good, [name]: value })
  expect(read).toThrow(new RegExp(`these settings are wrong:\\n  ${name}[.:]`))
  if (value && value.length > 4) expect(read).not.toThrow(new RegExp(value.replace(/[^a-z]/gi, '.')))
})

test('reads the days of notice as a number', () => {
  expect(readSettings({ ...good, RENEWAL_NOTICE_DAYS: '45' }).RENEWAL_NOTICE_DAYS).toBe(45)
})

test('names every wrong setting at once and how to set them', () => {
  const bad = { ...good, SECRET_KEY: undefined, TOKEN_KEYS: 'x', SITE_ORIGIN: 'x' }
  expect(() => readSettings(bad)).toThrow(
    /SITE_ORIGIN: must be an origin[^]*SECRET_KEY: is missing[^]*TOKEN_KEYS: must be[^]*wrangler secret put/,
  )
})

test('a password hash cannot cost less than 2^14 on https', () => {
  const { SCRYPT_N: cheap, ...rest } = good
  const deployed = { ...rest, SITE_ORIGIN: 'https://site.test' }
  expect(readSettings(deployed).SCRYPT_N).toBe(2 ** 14)
  expect(readSettings({ ...deployed, SCRYPT_N: '32768' }).SCRYPT_N).toBe(2 ** 15)
  expect(readSettings({ ...rest, SCRYPT_N: cheap }).SCRYPT_N).toBe(2)
  expect(() => readSettings({ ...deployed, SCRYPT_N: `${DEFAULT_SCRYPT_N / 2}` })).toThrow(
    'SCRYPT_N: must be at least 16384',
  )
})

const live = { STRIPE_SECRET_KEY: 'sk_live_aaaa', STRIPE_PUBLISHABLE_KEY: 'pk_live_bbbb' }
test.each([
  ['STRIPE_SECRET_KEY', { ...live, STRIPE_PUBLISHABLE_KEY: '' }],
  ['STRIPE_PUBLISHABLE_KEY', { ...live, STRIPE_PUBLISHABLE_KEY: 'pk_test_bbbb' }],
  ['STRIPE_API_BASE', { ...live, STRIPE_API_BASE: 'http://localhost:1' }],
  ['STRIPE_JS_URL', { ...live, STRIPE_JS_URL: 'http://localhost:1/stripe.js' }],
])('refuses live keys outside the real Stripe: names %s', (name, given) => {
  expect(() => readSettings({ ...good, ...live })).not.toThrow()
  expect(() => readSettings({ ...good, ...given })).toThrow(new RegExp(`these settings are wrong:\\n  ${name}:`))
})

const oidc = {
  OIDC_ISSUER: 'https://id.test',
  OIDC_CLIENT_ID: 'switchyard',
  OIDC_CLIENT_SECRET: 'secret',
  OIDC_NAME: 'Test ID',
}
test.each([
  ['OIDC_CLIENT_SECRET', { ...oidc, OIDC_CLIENT_SECRET: '' }],
  ['OIDC_ISSUER', { ...oidc, OIDC_ISSUER: '' }],
  ['OIDC_ISSUER', { ...oidc, OIDC_ISSUER: 'http://id.test' }],
  ['OIDC_ISSUER', { ...oidc, OIDC_ISSUER: 'id.test' }],
  ['OIDC_NAME', { ...oidc, OIDC_NAME: 'x'.repeat(31) }],
])('requires a complete OpenID provider over https: names %s', (name, given) => {
  expect(readSettings({ ...good, ...oidc }).OIDC_NAME).toBe('Test ID')
  expect(() => readSettings({ ...good, ...given })).toThrow(new RegExp(`these settings are wrong:\\n  ${name}:`))
})

test('the operator vouches for a provider in its own network', () => {
  const own = { ...good, ...oidc, OIDC_ISSUER: 'http://id.lan:8080/realm' }
  expect(() => readSettings(own)).toThrow('OIDC_ISSUER')
  expect(readSettings({ ...own, TRUSTED_ORIGINS: 'http://id.lan:8080' }).OIDC_ISSUER).toBe('http://id.lan:8080/realm')
})

test('a language model needs its name and a safe way there', () => {
  const ai = { AI_PROVIDER: 'openai', AI_MODEL: 'small' }
  expect(readSettings({ ...good, ...ai })).toMatchObject(ai)
  expect(() => readSettings({ ...good, AI_PROVIDER: 'openai' })).toThrow('AI_MODEL: is missing')
  const own = { ...good, ...ai, AI_BASE_URL: 'http://models.lan:11434/v1' }
  expect(() => readSettings(own)).toThrow('AI_BASE_URL: must be https')
  expect(readSettings({ ...own, TRUSTED_ORIGINS: 'http://models.lan:11434' }).AI_BASE_URL).toBe(own.AI_BASE_URL)
})
