import { Hono } from 'hono/tiny'
import type { HonoEnv } from '../../../system/context/hono-env.ts'
import { mailProofInput, proofInput } from '../../../contract/accounts/proof.ts'
import { validate } from '../../../system/http/validate.ts'
import { passkeyBrowser, readPasskeyCookie } from '../../session/passkey-cookie.ts'
import { listProofWays } from './list-proof-ways.ts'
import { mailProof, proveByMail } from './prove-by-mail.ts'
import { proofOptions, proveWithPasskey } from './prove-with-passkey.ts'
import { proveWithPassword } from './prove-with-password.ts'

/** Users show again that it is them, before what is worth stealing. */
export const proofRoutes = new Hono<HonoEnv>()
  .get('/session/proof', async (c) => c.json(await listProofWays(c.get('ctx'))))
  .post('/session/proof/passkey_options', async (c) => c.json(await proofOptions(c.get('ctx'), passkeyBrowser(c))))
  .post('/session/proof/mail', async (c) => {
    await mailProof(c.get('ctx'))
    return c.json({}, 202)
  })
  .post('/session/proof/mail/confirm', validate('json', mailProofInput), async (c) => {
    await proveByMail(c.get('ctx'), c.req.valid('json'))
    return c.body(null, 204)
  })
  .post('/session/proof', validate('json', proofInput), async (c) => {
    const input = c.req.valid('json')
    if ('passkey' in input) await proveWithPasskey(c.get('ctx'), input.passkey, readPasskeyCookie(c))
    else await proveWithPassword(c.get('ctx'), input.password)
    return c.body(null, 204)
  })
