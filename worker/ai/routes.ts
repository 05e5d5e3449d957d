import { Hono } from 'hono'
import type { HonoEnv } from '../context/hono-env.ts'
import { readAiCreations } from './read-ai-creations.ts'
import { takeAiCreation } from './take-ai-creation.ts'

/** How many AI creations the user has left today (§6, §D3.3). The AI maker itself does not exist yet. */
export const aiRoutes = new Hono<HonoEnv>()
  .get('/ai_creations', async (c) => c.json(await readAiCreations(c.get('ctx'))))
  .post('/ai_creations', async (c) => c.json(await takeAiCreation(c.get('ctx')), 201))
