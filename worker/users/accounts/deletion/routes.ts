import { Hono } from 'hono/tiny'
import type { HonoEnv } from '../../../system/context/hono-env.ts'
import { deletionInput, undoDeletionInput } from '../../../contract/accounts/account-deletion.ts'
import { validate } from '../../../system/http/validate.ts'
import { clearSessionCookie } from '../../session/session-cookie.ts'
import { readDeletionOffer } from './read-deletion-offer.ts'
import { requestDeletion } from './request-deletion.ts'
import { undoDeletion } from './undo-deletion.ts'

export const deletionRoutes = new Hono<HonoEnv>()
  .get('/account_deletion', async (c) => c.json(await readDeletionOffer(c.get('ctx'))))
  .post('/account_deletion', validate('json', deletionInput), async (c) => {
    const answer = await requestDeletion(c.get('ctx'), c.req.valid('json'))
    clearSessionCookie(c)
    return c.json(answer, 202)
  })
  .post('/account_deletion/undo', validate('json', undoDeletionInput), async (c) =>
    c.json(await undoDeletion(c.get('ctx'), c.req.valid('json'))),
  )
