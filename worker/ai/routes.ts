import { Hono } from 'hono/tiny'
import type { HonoEnv } from '../system/context/hono-env.ts'
import { describeDraftInput } from '../contract/drafts/describe-draft-input.ts'
import { validate } from '../system/http/validate.ts'
import { readAiCreations } from './creations/read-ai-creations.ts'
import { describeApplet } from './describe-applet.ts'

/** Drafts that a sentence describes, and how many more there may be today (§6). */
export const aiRoutes = new Hono<HonoEnv>()
  .get('/ai_creations', async (c) => c.json(await readAiCreations(c.get('ctx'))))
  .post('/drafts/describe', validate('json', describeDraftInput), async (c) =>
    c.json(await describeApplet(c.get('ctx'), c.req.valid('json'))),
  )
