import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import type { Context } from 'hono'
import { accountStore } from '../data/account-store.ts'
import { meetFaults } from '../faults/meet-faults.ts'
import { answerApiError, ApiError, bearer, refuseCall } from '../oauth/bearer-token.ts'
import { keyService } from '../data/services.ts'
import type { ServicesContext } from '../data/services-state.ts'
import { pings } from './api-resources.ts'
import { addCollection } from './collection-routes.ts'
import type { Access } from './collection-routes.ts'

/** Beacon, the service that users connect by pasting a key. GET /beacon/api/me verifies the key. */
export function keyServiceRoutes(ctx: ServicesContext): Hono {
  const app = new Hono()
  app.use(meetFaults(ctx, keyService.module_name, 'api', refuseCall))
  app.get('/me', (c) => {
    const key = validKey(c)
    return c.json({
      id: createHash('sha256').update(key).digest('hex').slice(0, 12),
      name: `Beacon key …${key.slice(-4)}`,
    })
  })
  const access: Access = {
    service: keyService.module_name,
    open: (c) => accountStore(ctx, `${keyService.module_name}/${validKey(c)}`),
  }
  addCollection(app, ctx, access, pings)
  app.onError(answerApiError)
  return app
}

function validKey(c: Context): string {
  const key = bearer(c)
  if (key === undefined || !keyService.keys.test(key) || key === keyService.revokedKey) {
    throw new ApiError(401, 'invalid_token', 'The key is unknown or revoked')
  }
  return key
}
