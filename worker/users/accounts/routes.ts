import { Hono } from 'hono/tiny'
import { getCookie } from 'hono/cookie'
import {
  confirmEmailInput,
  emailLinkInput,
  joinInput,
  newPasswordInput,
  passwordResetInput,
  signInInput,
} from '../../contract/accounts/account-input.ts'
import type { HonoEnv } from '../../system/context/hono-env.ts'
import { validate } from '../../system/http/validate.ts'
import { confirmEmail } from './confirm-email.ts'
import { confirmPasswordReset } from './confirm-password-reset.ts'
import { endOtherSessions } from './end-sessions.ts'
import { endSession } from './end-sessions.ts'
import { readMe } from './get-me.ts'
import { joinAccount } from './join.ts'
import { readVerification } from './read-verification.ts'
import { setKnownBrowser } from '../session/known-browser.ts'
import { listSessions } from './list-sessions.ts'
import { requestEmailVerification } from './request-email-verification.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { clearSessionCookie, setSessionCookies } from '../session/session-cookie.ts'
import { answerSignIn } from './sign-in-answer.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

export const accountRoutes = new Hono<HonoEnv>()
  .get('/me', async (c) => c.json(await readMe(c.get('ctx'))))
  .post('/users', validate('json', joinInput), async (c) => {
    const begun = await joinAccount(c.get('ctx'), {
      ...c.req.valid('json'),
      timezone: getCookie(c, 'timezone'),
    })
    setSessionCookies(c, begun)
    return c.json({ me: begun.me }, 201)
  })
  .post('/session', validate('json', signInInput), async (c) => {
    const signedIn = await signIn(c.get('ctx'), { ...c.req.valid('json'), timezone: getCookie(c, 'timezone') })
    return c.json(answerSignIn(c, signedIn))
  })
  .delete('/session', async (c) => {
    await signOut(c.get('ctx'))
    clearSessionCookie(c)
    return c.body(null, 204)
  })
  .get('/sessions', async (c) => c.json(await listSessions(c.get('ctx'))))
  .delete('/sessions', async (c) => {
    await endOtherSessions(c.get('ctx'))
    return c.body(null, 204)
  })
  .delete('/sessions/:id', async (c) => {
    const { current } = await endSession(c.get('ctx'), { id: c.req.param('id') })
    if (current) clearSessionCookie(c)
    return c.body(null, 204)
  })
  .post('/email_verifications', async (c) => {
    await requestEmailVerification(c.get('ctx'))
    return c.json({}, 202)
  })
  .get('/email_verifications', validate('query', emailLinkInput), async (c) =>
    c.json(await readVerification(c.get('ctx'), c.req.valid('query'))),
  )
  .post('/email_verifications/confirm', validate('json', confirmEmailInput), async (c) => {
    const { email, known_browser } = await confirmEmail(c.get('ctx'), c.req.valid('json'))
    setKnownBrowser(c, known_browser)
    return c.json({ email })
  })
  .post('/password_resets', validate('json', passwordResetInput), async (c) => {
    await requestPasswordReset(c.get('ctx'), c.req.valid('json'))
    return c.json({}, 202)
  })
  .post('/password_resets/confirm', validate('json', newPasswordInput), async (c) => {
    const signedIn = await confirmPasswordReset(c.get('ctx'), c.req.valid('json'))
    return c.json(answerSignIn(c, signedIn))
  })
