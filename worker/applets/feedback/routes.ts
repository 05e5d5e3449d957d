import { Hono } from 'hono/tiny'
import { parseAppletKey } from '../../contract/addresses.ts'
import { feedbackInput } from '../../contract/feedback/feedback-input.ts'
import type { HonoEnv } from '../../system/context/hono-env.ts'
import { validate } from '../../system/http/validate.ts'
import { giveFeedback } from './give-feedback.ts'
import { readFeedback } from './read-feedback.ts'

/** Feedback on an Applet (§7). */
export const feedbackRoutes = new Hono<HonoEnv>()
  .get('/applets/:id/feedback', async (c) =>
    c.json(await readFeedback(c.get('ctx'), parseAppletKey(c.req.param('id')))),
  )
  .post('/applets/:id/feedback', validate('json', feedbackInput), async (c) =>
    c.json(await giveFeedback(c.get('ctx'), parseAppletKey(c.req.param('id')), c.req.valid('json'))),
  )
