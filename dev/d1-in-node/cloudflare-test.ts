import { compileFilter } from '../../worker/filter/compile-filter.ts'
import { LOCAL_SETTINGS } from '../settings/local-settings.ts'
import { LONG_RUNS } from '../vitest/long-runs.ts'
import { sqliteD1 } from './sqlite-d1.ts'

/**
 * Replaces `cloudflare:test` for tests that run in Node instead of workerd (vitest.config.ts). D1 calls are answered in
 * this process, thousands of times faster.
 */
export const env = {
  ...LOCAL_SETTINGS,
  SITE_ORIGIN: 'http://localhost:8788',
  SCRYPT_N: '2',
  DB: sqliteD1(),
  SEARCH: sqliteD1('migrations-search'),
  FILTER_COMPILER: { compileFilter },
  ...LONG_RUNS,
  HISTORIES: '2000',
}
