import { Hono } from 'hono/tiny'
import { getCookie } from 'hono/cookie'
import type { HonoEnv } from '../../../system/context/hono-env.ts'
import { tokenInput } from '../../../contract/accounts/account-input.ts'
import {
  emailChangeInput,
  loginChangeInput,
  passwordChangeInput,
  timeZoneInput,
} from '../../../contract/accounts/account-settings.ts'
import { validate } from '../../../system/http/validate.ts'
import { clearSessionCookie } from '../../session/session-cookie.ts'
import { changeLogin } from './change-login.ts'
import { changePassword } from './change-password.ts'
import { confirmEmailChange } from './confirm-email-change.ts'
import { readAccountSettings } from './read-account-settings.ts'
import { cancelEmailChange, requestEmailChange } from './request-email-change.ts'
import { setTimeZone } from './set-time-zone.ts'
import { undoEmailChange } from './undo-email-change.ts'

export const accountSettingsRoutes = new Hono<HonoEnv>()
  .get('/account', async (c) => c.json(await readAccountSettings(c.get('ctx'))))
  .patch('/account/login', validate('json', loginChangeInput), async (c) =>
    c.json(await changeLogin(c.get('ctx'), c.req.valid('json'))),
  )
  .patch('/account/password', validate('json', passwordChangeInput), async (c) => {
    await changePassword(c.get('ctx'), c.req.valid('json'))
    return c.body(null, 204)
  })
  .patch('/account/timezone', validate('json', timeZoneInput), async (c) =>
    c.json(await setTimeZone(c.get('ctx'), { ...c.req.valid('json'), device: getCookie(c, 'timezone') })),
  )
  .post('/email_changes', validate('json', emailChangeInput), async (c) =>
    c.json(await requestEmailChange(c.get('ctx'), c.req.valid('json')), 202),
  )
  .delete('/email_changes', async (c) => {
    await cancelEmailChange(c.get('ctx'))
    return c.body(null, 204)
  })
  .post('/email_changes/confirm', validate('json', tokenInput), async (c) =>
    c.json(await confirmEmailChange(c.get('ctx'), c.req.valid('json'))),
  )
  .post('/email_changes/undo', validate('json', tokenInput), async (c) => {
    const answer = await undoEmailChange(c.get('ctx'), c.req.valid('json'))
    clearSessionCookie(c)
    return c.json(answer)
  })
