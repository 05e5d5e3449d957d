import { Hono } from 'hono/tiny'
import {
  type ConnectionResponse,
  type ConnectionsResponse,
  type StoredFieldsOptions,
} from '../contract/connections/service.ts'
import { activationQuery, connectKeyInput, storedFieldsOptionsQuery } from '../contract/connections/connection-input.ts'
import type { HonoEnv } from '../system/context/hono-env.ts'
import { cameFrom } from '../system/http/page-origin.ts'
import { validate } from '../system/http/validate.ts'
import { activateServices } from './activate.ts'
import { completeConnection } from './complete-connection.ts'
import { connectKey } from './connect-key.ts'
import { activationReturnTo } from '../users/session/activation-continuation.ts'
import { addFlash, readOAuthCookie, setOAuthCookie } from '../users/session/oauth-cookie.ts'
import { disconnectAccount } from './disconnect.ts'
import { listConnections } from './accounts/list-connections.ts'
import { pickPath } from '../services/google_sheets/picker-settings.ts'
import { storedFieldsOptions } from './access/stored-fields-options.ts'

export const connectionRoutes = new Hono<HonoEnv>()
  .get('/api/activation', validate('query', activationQuery), async (c) => {
    const { 'c[]': names = [], return_to, reconnect, ask, continuation, way, server } = c.req.valid('query')
    const ctx = c.get('ctx')
    const browser = readOAuthCookie(c) ?? ctx.token()
    const activation = await activateServices(ctx, {
      names: [names].flat(),
      returnTo: activationReturnTo(typeof return_to === 'string' ? return_to : null),
      reconnect: reconnect === '1',
      ask: ask === '1',
      fromOurs: cameFrom(c) === 'own',
      continuation: typeof continuation === 'string' ? continuation : null,
      browser,
      pastes: way === 'paste',
      server: typeof server === 'string' ? server.slice(0, 300) : null,
    })
    if (activation.kind === 'redirect') setOAuthCookie(c, browser)
    return c.json(activation)
  })
  .get('/api/connections/callback/:module_name/:server?', async (c) => {
    const answer = new URL(c.req.url).searchParams
    const { module_name, server } = c.req.param()
    const callback = { module_name, server_key: server ?? null, answer, browser: readOAuthCookie(c) }
    const { to, flash } = await completeConnection(c.get('ctx'), callback)
    if (flash) addFlash(c, flash)
    return c.redirect(to)
  })
  .get('/api/connections', async (c) => {
    const connections: ConnectionsResponse = { connections: await listConnections(c.get('ctx')) }
    return c.json(connections)
  })
  .post('/api/connections', validate('json', connectKeyInput), async (c) => {
    const connected: ConnectionResponse = { connection: await connectKey(c.get('ctx'), c.req.valid('json')) }
    return c.json(connected, 201)
  })
  .delete('/api/connections/:id', async (c) => {
    await disconnectAccount(c.get('ctx'), c.req.param('id'))
    return c.body(null, 204)
  })
  .get('/stored_fields/options', validate('query', storedFieldsOptionsQuery), async (c) => {
    const [ctx, query] = [c.get('ctx'), c.req.valid('query')]
    const options = await storedFieldsOptions(ctx, query)
    const pick_path = pickPath(ctx.settings, query.resolve_url, query.live_channel_id)
    const answer: StoredFieldsOptions = { options, ...(pick_path !== null && { pick_path }) }
    return c.json(answer)
  })
