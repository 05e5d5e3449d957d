import { Hono } from 'hono'
import type { HonoEnv } from '../../system/context/hono-env.ts'
import { readHealth } from './read-health.ts'

/**
 * GET /api/health, for monitors, without a limit of calls. 200 `{ok: true, version, runner_version, problems: []}` when
 * D1 and the Runner's Worker answer within 2 s and both Workers have the same settings, otherwise 503 with `ok: false`
 * and a sentence for each problem. The versions are Cloudflare's ids of the deployed Workers.
 */
export const healthRoutes = new Hono<HonoEnv>().get('/health', async (c) => {
  const version = c.env.VERSION?.id ?? null
  const { runner_version, problems } = await readHealth(c.get('ctx'))
  const ok = problems.length === 0
  return c.json({ ok, version, runner_version, problems }, ok ? 200 : 503)
})
