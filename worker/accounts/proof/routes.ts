import { Hono } from 'hono'
import type { HonoEnv } from '../../context/hono-env.ts'
import { proofInput } from '../../contract/accounts/proof.ts'
import { validate } from '../../http/validate.ts'
import { listProofWays } from './list-proof-ways.ts'
import { proveWithPassword } from './prove-with-password.ts'

/** Users show again that it is them, before what is worth stealing. */
export const proofRoutes = new Hono<HonoEnv>()
  .get('/session/proof', async (c) => c.json(await listProofWays(c.get('ctx'))))
  .post('/session/proof', validate('json', proofInput), async (c) => {
    await proveWithPassword(c.get('ctx'), c.req.valid('json'))
    return c.body(null, 204)
  })
