import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../processes/run.ts'
import { LOCAL_SETTINGS } from '../../settings/local-settings.ts'
import { settingsProblems, WORKER_SECRETS } from './worker-secrets.ts'

const vars = {
  ...LOCAL_SETTINGS,
  SITE_ORIGIN: 'https://applets.test',
  SECRET_KEY: undefined,
  TOKEN_KEYS: undefined,
  VAPID_KEYS: undefined,
}

test('a deployment knows the secrets of docs/settings.md', () => {
  const page = readFileSync(join(ROOT, 'docs/settings.md'), 'utf8')
  const marked = [...page.matchAll(/`([A-Z_]+)` \(secret\)/g)].map(([, name]) => name)
  expect(WORKER_SECRETS.map(({ name }) => name).toSorted()).toEqual(marked.toSorted())
})

test('makes secrets that the Worker accepts', () => {
  const made = Object.fromEntries(WORKER_SECRETS.flatMap(({ name, make }) => (make ? [[name, make()]] : [])))
  expect(Object.keys(made)).toEqual(['SECRET_KEY', 'TOKEN_KEYS', 'VAPID_KEYS'])
  for (let tried = 0; tried < 300; tried += 1) expect(settingsProblems(vars, made, new Set())).toEqual([])
})

test('checks settings beside secrets that nobody can read', () => {
  const all = new Set(WORKER_SECRETS.map(({ name }) => name))
  expect(settingsProblems(vars, {}, all)).toEqual([])
  expect(
    settingsProblems({ ...vars, STRIPE_PUBLISHABLE_KEY: 'pk_live_1', OIDC_ISSUER: 'https://id.test' }, {}, all),
  ).toEqual([
    'OIDC_CLIENT_ID: is missing, but other OIDC_ settings are set',
    'OIDC_NAME: is missing, but other OIDC_ settings are set',
  ])
})
