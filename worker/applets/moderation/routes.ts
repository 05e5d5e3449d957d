import { Hono } from 'hono/tiny'
import { parseAppletKey } from '../../contract/addresses.ts'
import type { HonoEnv } from '../../system/context/hono-env.ts'
import { takeDownInput } from '../../contract/moderation/moderation-input.ts'
import { validate } from '../../system/http/validate.ts'
import { dismissReports } from './dismiss-reports.ts'
import { hideAuthor } from './hide-author.ts'
import { readModeration } from './read-moderation.ts'
import { takeDownApplet } from './take-down-applet.ts'

/** The calls by which operators take things down and put them back. */
export const moderationRoutes = new Hono<HonoEnv>()
  .get('/operator/moderation', async (c) => c.json(await readModeration(c.get('ctx'))))
  .patch('/operator/applets/:id', validate('json', takeDownInput), async (c) =>
    c.json(await takeDownApplet(c.get('ctx'), parseAppletKey(c.req.param('id')), c.req.valid('json'))),
  )
  .post('/operator/applets/:id/dismiss_reports', async (c) =>
    c.json(await dismissReports(c.get('ctx'), parseAppletKey(c.req.param('id')))),
  )
  .patch('/operator/authors/:login', validate('json', takeDownInput), async (c) =>
    c.json(await hideAuthor(c.get('ctx'), c.req.param('login'), c.req.valid('json'))),
  )
