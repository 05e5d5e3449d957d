import { Hono } from 'hono/tiny'
import type { HonoEnv } from '../../../system/context/hono-env.ts'
import { downloadAccount } from './download-account.ts'

export const downloadRoutes = new Hono<HonoEnv>().get('/account_download', async (c) => {
  const { name, body } = await downloadAccount(c.get('ctx'))
  return c.body(body, 200, {
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
  })
})
