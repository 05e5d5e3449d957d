import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { LOCAL_SETTINGS } from '../settings/local-settings.ts'
import { ROOT } from '../processes/run.ts'
import { CRONS } from '../../worker/operations/jobs/cron.ts'
import { PLANS, type Tier } from '../../worker/contract/tiers.ts'

test('turns auto-connect on in production and off on this machine', () => {
  const { vars } = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') })
  expect(vars['AUTO_CONNECT']).toBe('true')
  expect(LOCAL_SETTINGS.AUTO_CONNECT).toBe('false')
})

test('a Runner with work under way stays in memory', () => {
  const { compatibility_flags } = unstable_readConfig({ config: join(ROOT, 'wrangler.runner.toml') })
  expect(compatibility_flags).toContain('durable_object_io_tasks_prevent_eviction')
})

test('the Worker knows the work of each cron trigger', () => {
  const { triggers } = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') })
  expect(triggers.crons).toEqual(CRONS)
})

test("matches the rate limiters to the tiers' limits", () => {
  const { ratelimits } = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') })
  const allowed = (tier: Tier) => PLANS[tier].api_requests_per_minute
  expect([allowed('free'), allowed('intermediate_pro'), allowed('legacy_pro'), allowed('pro')]).toEqual([
    60, 300, 300, 1200,
  ])
  expect(ratelimits.map(({ name, simple }: Limiter) => [name, simple.limit, simple.period])).toEqual([
    ['CALLS', allowed('free'), 60],
    ['CALLS_PRO', allowed('intermediate_pro') - allowed('free'), 60],
    ['CALLS_PRO_PLUS', allowed('pro') - allowed('free'), 60],
    ['HOOKS_REFUSED', 20, 60],
    ['HOOKS_REREAD', 1, 10],
    ['PAGE_ERRORS', 10, 60],
  ])
})

type Limiter = { name: string; simple: { limit: number; period: number } }
