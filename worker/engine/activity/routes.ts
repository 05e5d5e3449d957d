import { Hono } from 'hono/tiny'
import { parseAppletKey } from '../../contract/addresses.ts'
import { activityInput, appletActivityInput } from '../../contract/activity/activity-input.ts'
import type { HonoEnv } from '../../system/context/hono-env.ts'
import { validate } from '../../system/http/validate.ts'
import { listActivity, listAppletActivity } from './list-activity.ts'

/** The calls of the activity pages. */
export const activityRoutes = new Hono<HonoEnv>()
  .get('/activity', validate('query', activityInput), async (c) =>
    c.json(await listActivity(c.get('ctx'), c.req.valid('query'))),
  )
  .get('/applets/:id/activity', validate('query', appletActivityInput), async (c) =>
    c.json(await listAppletActivity(c.get('ctx'), parseAppletKey(c.req.param('id')), c.req.valid('query'))),
  )
