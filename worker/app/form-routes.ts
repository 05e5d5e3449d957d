import { Hono } from 'hono/tiny'
import { type Context } from 'hono'
import { getCookie } from 'hono/cookie'
import * as z from 'zod/mini'
import { confirmPasswordReset } from '../users/accounts/confirm-password-reset.ts'
import { joinAccount } from '../users/accounts/join.ts'
import { requestPasswordReset } from '../users/accounts/request-password-reset.ts'
import { beginRecovery } from '../users/accounts/second-factor/begin-recovery.ts'
import { completeSecondStep } from '../users/accounts/second-factor/complete-second-step.ts'
import { pathAfterSignIn } from '../users/accounts/sign-in-answer.ts'
import { needsSecondStep } from '../users/accounts/sign-in-by-first-factor.ts'
import { signIn } from '../users/accounts/sign-in.ts'
import {
  connectForm,
  saveAppletForm,
  type ConnectForm,
  type SaveAppletInput,
} from '../contract/applets/applet-input.ts'
import { saveApplet } from '../applets/enable/save-applet.ts'
import { enableApplet } from '../applets/enable/enable-applet.ts'
import type { HonoEnv } from '../system/context/hono-env.ts'
import { joinInput, newPasswordInput, passwordResetInput, signInInput } from '../contract/accounts/account-input.ts'
import { PASSWORD_CHANGED, welcomeMessage } from '../contract/accounts/account-words.ts'
import { recoveryCodeInput } from '../contract/accounts/second-factor.ts'
import { RECOVERY_PAGE, SECOND_STEP_PAGE, secondStepPath } from '../contract/accounts/second-step-pages.ts'
import {
  appletPath,
  HOME_OF_USERS,
  pressPath,
  reportPath,
  resetLoginPath,
  safeReturnTo,
  parseAppletKey,
} from '../contract/addresses.ts'
import { reportInput } from '../contract/moderation/moderation-input.ts'
import { pressInput } from '../contract/runs/press-input.ts'
import { reportApplet } from '../applets/moderation/report-applet.ts'
import { AppError } from '../system/errors/app-error.ts'
import { formPost } from '../system/http/form-post.ts'
import { addFlash } from '../users/session/oauth-cookie.ts'
import { pressButton } from '../engine/runs/press-applet-button.ts'
import { readSecondStepCookie } from '../users/session/second-step-cookie.ts'
import { setSessionCookies } from '../users/session/session-cookie.ts'

const noFields = z.strictObject({})

/**
 * The forms that work without JavaScript: the closed list of FORM_PAGES. Each is posted to its page's own address,
 * calls the verb that the page's script calls, and answers 303 to one of our own addresses. A refusal is an error
 * envelope like any call's; the edge shows the page again with it.
 */
export const formRoutes = new Hono<HonoEnv>()
  .post('/login', formPost(signInInput), async (c) => {
    const signedIn = await signIn(c.get('ctx'), { ...c.req.valid('form'), timezone: getCookie(c, 'timezone') })
    return c.redirect(pathAfterSignIn(c, signedIn, returnTo(c)), 303)
  })
  .post(SECOND_STEP_PAGE, formPost(recoveryCodeInput), async (c) => {
    const begun = await completeSecondStep(c.get('ctx'), c.req.valid('form'), {
      token: readSecondStepCookie(c),
      browser: null,
      timezone: getCookie(c, 'timezone'),
    })
    return c.redirect(pathAfterSignIn(c, begun, returnTo(c)), 303)
  })
  .post(RECOVERY_PAGE, formPost(noFields), async (c) => {
    await beginRecovery(c.get('ctx'), readSecondStepCookie(c))
    return c.redirect(secondStepPath(returnTo(c), RECOVERY_PAGE), 303)
  })
  .post('/join', formPost(joinInput), async (c) => {
    const begun = await joinAccount(c.get('ctx'), { ...c.req.valid('form'), timezone: getCookie(c, 'timezone') })
    setSessionCookies(c, begun)
    addFlash(c, welcomeMessage(begun.me.login), 'info')
    return c.redirect(returnTo(c), 303)
  })
  .post('/password_reset', formPost(passwordResetInput, newPasswordInput), async (c) => {
    const input = c.req.valid('form')
    if ('email' in input) {
      await requestPasswordReset(c.get('ctx'), input)
      return c.redirect('/password_reset?asked=1', 303)
    }
    const signedIn = await confirmPasswordReset(c.get('ctx'), input)
    if (!needsSecondStep(signedIn)) addFlash(c, PASSWORD_CHANGED)
    return c.redirect(pathAfterSignIn(c, signedIn, HOME_OF_USERS), 303)
  })
  .post('/applets/:id', formPost(connectForm), async (c) => c.redirect(await enable(c, c.req.valid('form')), 303))
  .post('/connections/:id', formPost(connectForm), async (c) => c.redirect(await enable(c, c.req.valid('form')), 303))
  .post('/applets/:id/edit', formPost(saveAppletForm), async (c) => c.redirect(await save(c, c.req.valid('form')), 303))
  .post('/connections/:id/edit', formPost(saveAppletForm), async (c) =>
    c.redirect(await save(c, c.req.valid('form')), 303),
  )
  .post('/applets/:id/report', formPost(reportInput), async (c) => {
    const { id } = await reportApplet(c.get('ctx'), parseAppletKey(c.req.param('id')), c.req.valid('form'))
    return c.redirect(`${reportPath(id)}?sent=1`, 303)
  })
  .post('/applets/:id/press', formPost(pressInput), async (c) => {
    const to = await pressButton(c.get('ctx'), parseAppletKey(c.req.param('id')), c.req.valid('form')).then(
      ({ applet_id, run }) => pressPath(applet_id, run),
      (error: unknown) => placeToFix(error, c.req.path) ?? Promise.reject(error),
    )
    return c.redirect(to, 303)
  })

function returnTo(c: Context): string {
  return safeReturnTo(c.req.query('return_to')) ?? HOME_OF_USERS
}

async function enable(c: Context<HonoEnv, '/applets/:id' | '/connections/:id'>, { rev }: ConnectForm): Promise<string> {
  return enableApplet(c.get('ctx'), { id: c.req.param('id'), rev }).then(
    () => c.req.path,
    (error: unknown) => placeToFix(error, c.req.path) ?? Promise.reject(error),
  )
}

async function save(
  c: Context<HonoEnv, '/applets/:id/edit' | '/connections/:id/edit'>,
  input: SaveAppletInput,
): Promise<string> {
  const saved = await saveApplet(c.get('ctx'), parseAppletKey(c.req.param('id')), input).catch((error: unknown) => {
    // The page shows what else is wrong, and keeps what was typed.
    const to = isAboutPage(error) ? null : placeToFix(error, c.req.path)
    return to ?? Promise.reject(error)
  })
  return typeof saved === 'string' ? saved : appletPath(saved)
}

function isAboutPage(error: unknown): boolean {
  return (
    error instanceof AppError && ['invalid_input', 'conflict', 'tier_required', 'quota_reached'].includes(error.code)
  )
}

/** Where the user goes on when the Applet cannot be enabled yet; null if no page of ours helps. */
function placeToFix(error: unknown, page: string): string | null {
  if (!(error instanceof AppError)) return null
  const { code, detail } = error
  switch (code) {
    case 'not_signed_in':
      return resetLoginPath(page)
    case 'already_connected':
      return page
    case 'services_not_connected':
      // The page asks with a link, because a form's redirect may not leave our origin (`form-action`).
      return detail.redirectTo ? `${detail.redirectTo}&ask=1` : null
    default:
      return detail.redirectTo ?? null
  }
}
