import { Hono } from 'hono/tiny'
import { getCookie } from 'hono/cookie'
import type { HonoEnv } from '../../../system/context/hono-env.ts'
import { tokenInput } from '../../../contract/accounts/account-input.ts'
import { secondStepInput, turnOnInput } from '../../../contract/accounts/second-factor.ts'
import { validate } from '../../../system/http/validate.ts'
import { passkeyBrowser, readPasskeyCookie } from '../../session/passkey-cookie.ts'
import { readSecondStepCookie } from '../../session/second-step-cookie.ts'
import { answerSignIn } from '../sign-in-answer.ts'
import { beginRecovery } from './begin-recovery.ts'
import { completeSecondStep } from './complete-second-step.ts'
import { readSecondStep, secondStepOptions } from './read-second-step.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { stopRecovery } from './stop-recovery.ts'
import { turnOffSecondFactor } from './turn-off.ts'
import { turnOnSecondFactor } from './turn-on.ts'

/** Two-step sign-in: its second step, and its settings. */
export const secondFactorRoutes = new Hono<HonoEnv>()
  .get('/session/second_step', async (c) => c.json(await readSecondStep(c.get('ctx'), readSecondStepCookie(c))))
  .post('/session/second_step/passkey_options', async (c) =>
    c.json(await secondStepOptions(c.get('ctx'), readSecondStepCookie(c), passkeyBrowser(c))),
  )
  .post('/session/second_step', validate('json', secondStepInput), async (c) => {
    const begun = await completeSecondStep(c.get('ctx'), c.req.valid('json'), {
      token: readSecondStepCookie(c),
      browser: readPasskeyCookie(c),
      timezone: getCookie(c, 'timezone'),
    })
    return c.json(answerSignIn(c, begun))
  })
  .post('/session/second_step/recovery', async (c) =>
    c.json(await beginRecovery(c.get('ctx'), readSecondStepCookie(c)), 202),
  )
  .post('/second_factor/recovery/stop', validate('json', tokenInput), async (c) => {
    await stopRecovery(c.get('ctx'), c.req.valid('json'))
    return c.body(null, 204)
  })
  .post('/second_factor/codes', async (c) => c.json(await replaceRecoveryCodes(c.get('ctx')), 201))
  .post('/second_factor', validate('json', turnOnInput), async (c) => {
    await turnOnSecondFactor(c.get('ctx'), c.req.valid('json'))
    return c.body(null, 204)
  })
  .delete('/second_factor', async (c) => {
    await turnOffSecondFactor(c.get('ctx'))
    return c.body(null, 204)
  })
