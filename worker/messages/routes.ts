import { Hono } from 'hono'
import { appLinkInput } from '../contract/app-link-input.ts'
import type { AppEnv } from '../http/app-env.ts'
import { validate } from '../http/validate.ts'
import { sendAppLink } from './send-app-link.ts'

export const messageRoutes = new Hono<AppEnv>().post('/app_links', validate('json', appLinkInput), async (c) =>
  c.json(await sendAppLink(c.get('ctx'), c.req.valid('json'))),
)
