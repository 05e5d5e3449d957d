import { Hono } from 'hono/tiny'
import { type Env, readSettings } from '../../system/context/env.ts'
import type { HonoEnv } from '../../system/context/hono-env.ts'
import { connect } from '../../system/d1/client.ts'
import { randomToken } from '../../system/secrets/hashes.ts'
import { type HealthCtx, readHealth } from './read-health.ts'

/**
 * GET /api/health, for monitors, without a limit of calls, and whatever the settings are. `{ok, version, runner_version,
 * problems}`: 200 when D1 and the Runner's Worker answer within 2 s, both Workers have the same settings, and none is
 * wrong that the product cannot do without; otherwise 503. `problems` has a sentence for each thing that is wrong, also
 * for settings that only turn off what they set. The versions are Cloudflare's ids of the deployed Workers.
 */
export const healthRoutes = new Hono<HonoEnv>().get('/health', async (c) => {
  const version = c.env.VERSION?.id ?? null
  const { ok, runner_version, problems } = await readHealth(contextOf(c.env))
  return c.json({ ok, version, runner_version, problems }, ok ? 200 : 503)
})

/** Of the bindings alone, because a request's context needs right settings. */
function contextOf(env: Env): HealthCtx {
  const { settings, problems } = readSettings(env)
  return {
    db: connect(env.DB),
    runnerHealth: env.RUNNER_HEALTH,
    token: randomToken,
    settings,
    readSettingProblems: () => problems,
  }
}
