import { expect, test } from 'vitest'
import { LOCAL_SETTINGS } from '../../settings/local-settings.ts'
import { ROOT } from '../../processes/run.ts'
import { deployedConfig } from '../config/deployed-config.ts'
import { gatherSettings } from './gather-settings.ts'

const config = deployedConfig(ROOT, { names: {}, vars: {}, d1_databases: {}, kv_namespaces: {} })
const { SECRET_KEY, TOKEN_KEYS, VAPID_KEYS } = LOCAL_SETTINGS
const env = { SECRET_KEY, TOKEN_KEYS, VAPID_KEYS, SITE_ORIGIN: 'https://applets.test' }
const none = { api: new Set<string>(), runner: new Set<string>() }
const nobody = { config, madeBefore: {}, kept: none, operator: null, say: () => {} }

test('gives each Worker the secrets that it lacks', async () => {
  const kept = { ...none, runner: new Set(['SECRET_KEY']) }
  const { secrets, problems } = await gatherSettings({ ...nobody, kept, env })
  expect(problems).toEqual([])
  expect(secrets).toEqual({ api: { SECRET_KEY, TOKEN_KEYS, VAPID_KEYS }, runner: { TOKEN_KEYS } })
})

test('asks for a secret that only the other Worker has', async () => {
  const kept = { api: new Set(['SECRET_KEY', 'TOKEN_KEYS', 'VAPID_KEYS']), runner: new Set(['SECRET_KEY']) }
  const settings = { ...nobody, kept, env: { SITE_ORIGIN: env.SITE_ORIGIN } }
  expect((await gatherSettings(settings)).problems).toEqual([
    expect.stringContaining('TOKEN_KEYS: is missing in one of the Workers (the value that the other'),
  ])
  const operator = { ask: async () => TOKEN_KEYS }
  const { secrets, made } = await gatherSettings({ ...settings, operator })
  expect([secrets, made]).toEqual([{ api: {}, runner: { TOKEN_KEYS } }, {}])
})

test('takes SENTRY_DSN as a secret, unless it stands under "vars"', async () => {
  const SENTRY_DSN = 'https://key@sentry.test/1'
  const given = { ...nobody, env: { ...env, SENTRY_DSN } }
  const { secrets } = await gatherSettings(given)
  expect([secrets.api['SENTRY_DSN'], secrets.runner['SENTRY_DSN']]).toEqual([SENTRY_DSN, SENTRY_DSN])
  const inVars = deployedConfig(ROOT, { names: {}, vars: { SENTRY_DSN }, d1_databases: {}, kv_namespaces: {} })
  const { secrets: none_of_it, problems } = await gatherSettings({ ...given, config: inVars })
  expect([none_of_it.api['SENTRY_DSN'], problems]).toEqual([undefined, []])
})

test('refuses a site without https', async () => {
  const { problems } = await gatherSettings({ ...nobody, env: { ...env, SITE_ORIGIN: 'http://applets.test' } })
  expect(problems[0]).toContain('SITE_ORIGIN: must be an https origin')
})

test.each([
  ['production', 'live', 0],
  ['production', 'test', 0],
  ['staging', 'test', 0],
  ['staging', 'live', 2],
] as const)("%s with Stripe's %s keys has %i problems", async (environment, mode, count) => {
  const vars = { STRIPE_PUBLISHABLE_KEY: `pk_${mode}_1` }
  const ofStripe = deployedConfig(ROOT, { environment, names: {}, vars, d1_databases: {}, kv_namespaces: {} })
  const given = { ...env, STRIPE_SECRET_KEY: `sk_${mode}_1` }
  const { problems } = await gatherSettings({ ...nobody, config: ofStripe, env: given })
  expect(problems).toHaveLength(count)
  if (count > 0)
    expect(problems[1]).toBe("STRIPE_SECRET_KEY: is a live key, but staging sells in Stripe's test mode only.")
})
