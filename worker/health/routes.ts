import { Hono } from 'hono'
import type { HonoEnv } from '../context/hono-env.ts'
import { log } from '../log/log.ts'
import { checkDatabase } from './check-database.ts'

/**
 * GET /api/health, for monitors, without a limit of calls. 200 `{ok: true, version}` when D1 answers one read within
 * 2 s, otherwise 503 `{ok: false, version}`. `version` is Cloudflare's id of the deployed Worker.
 */
export const healthRoutes = new Hono<HonoEnv>().get('/health', async (c) => {
  const version = c.env.VERSION?.id ?? null
  try {
    await checkDatabase(c.get('ctx'))
    return c.json({ ok: true, version })
  } catch (error) {
    log('error', 'unhealthy', { message: String(error) })
    return c.json({ ok: false, version }, 503)
  }
})
