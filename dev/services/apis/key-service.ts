import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import { ApiError, apiErrorResponse, bearer } from '../oauth/bearer-token.ts'
import { keyService } from '../data/services.ts'
import { takeFailure } from '../data/services-state.ts'
import type { ServicesContext } from '../data/services-state.ts'

const ping = z.object({ name: z.string().check(z.minLength(1), z.maxLength(100)) })

/** Beacon, the service that users connect by pasting a key. GET /beacon/api/me verifies the key. */
export function keyServiceRoutes(ctx: ServicesContext): Hono {
  const app = new Hono()
  app.use(async (_, next) => {
    const failure = takeFailure(ctx, keyService.module_name, 'api')
    if (failure !== undefined) throw new ApiError(failure, 'ordered_failure', 'A test requested this failure')
    return next()
  })
  app.get('/me', (c) => {
    const key = validKey(c)
    return c.json({
      id: createHash('sha256').update(key).digest('hex').slice(0, 12),
      name: `Beacon key …${key.slice(-4)}`,
    })
  })
  app.get('/pings', (c) => c.json({ pings: ctx.state.items[pingsOf(validKey(c))] ?? [] }))
  app.post('/pings', async (c) => {
    const key = pingsOf(validKey(c))
    const body = ping.safeParse(await c.req.json().catch(() => undefined))
    if (!body.success) throw new ApiError(422, 'invalid', 'name: 1 to 100 characters')
    const pings = ctx.state.items[key] ?? []
    const added = { id: `B${pings.length + 1}`, name: body.data.name, at: new Date(ctx.now()).toISOString() }
    ctx.state.items[key] = [...pings, added]
    ctx.save()
    return c.json(added, 201)
  })
  app.onError((error) => {
    if (error instanceof ApiError) return apiErrorResponse(error)
    throw error
  })
  return app
}

function validKey(c: Context): string {
  const key = bearer(c)
  if (key === undefined || !keyService.keys.test(key) || key === keyService.revokedKey) {
    throw new ApiError(401, 'invalid_token', 'The key is unknown or revoked')
  }
  return key
}

function pingsOf(key: string): string {
  return `${keyService.module_name}/${key}/pings`
}
