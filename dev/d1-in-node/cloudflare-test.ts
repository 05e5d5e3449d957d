import { LOCAL_SETTINGS } from '../settings/local-settings.ts'
import { LONG_RUNS } from '../vitest/long-runs.ts'
import { sqliteD1 } from './sqlite-d1.ts'

/**
 * What tests find as `cloudflare:test` where they run in Node instead of workerd (vitest.config.ts): the same D1 calls,
 * answered in this process, thousands of times as often in the same time.
 */
export const env = {
  ...LOCAL_SETTINGS,
  SITE_ORIGIN: 'http://localhost:8788',
  SCRYPT_N: '2',
  DB: sqliteD1(),
  ...LONG_RUNS,
  HISTORIES: '2000',
}
