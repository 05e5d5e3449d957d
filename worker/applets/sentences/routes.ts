import { Hono } from 'hono/tiny'
import type { HonoEnv } from '../../system/context/hono-env.ts'
import { readRun } from './say-run.ts'

/** The user's own run, with what its steps were set to. */
export const saidRunRoutes = new Hono<HonoEnv>().get('/runs/:id', async (c) =>
  c.json(await readRun(c.get('ctx'), c.req.param('id'))),
)
