import { Hono } from 'hono/tiny'
import { type Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { answerSignIn } from '../accounts/sign-in-answer.ts'
import { addFlash, readOAuthCookie, setOAuthCookie } from '../session/oauth-cookie.ts'
import { safeReturnTo } from '../../contract/addresses.ts'
import type { HonoEnv } from '../../system/context/hono-env.ts'
import { cameFrom } from '../../system/http/page-origin.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { startProof, startSignIn } from './start-sign-in.ts'

/** The browser opens both directly, so both end on a page. */
export const oidcRoutes = new Hono<HonoEnv>()
  .get('/oidc/start', (c) => leave(c, startSignIn))
  .get('/oidc/prove', (c) => leave(c, startProof))
  .get('/oidc/callback', async (c) => {
    const answer = new URL(c.req.url).searchParams
    const callback = { answer, browser: readOAuthCookie(c), timezone: getCookie(c, 'timezone') }
    const { to, begun, awaited, flash } = await completeSignIn(c.get('ctx'), callback)
    const signedIn = begun ?? awaited
    if (signedIn) answerSignIn(c, signedIn)
    if (flash) addFlash(c, flash)
    return c.redirect(to)
  })

/** Sends the browser to the provider, and keeps what ties the attempt to it. */
async function leave(c: Context<HonoEnv>, start: typeof startSignIn) {
  const ctx = c.get('ctx')
  const browser = readOAuthCookie(c) ?? ctx.token()
  const returnTo = safeReturnTo(c.req.query('return_to')) ?? '/my_applets'
  const fromElsewhere = cameFrom(c) === 'elsewhere'
  const { to, started } = await start(ctx, { returnTo, browser, fromElsewhere })
  if (started) setOAuthCookie(c, browser)
  return c.redirect(to)
}
