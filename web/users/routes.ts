import { SECURITY_EVENTS_CURSOR } from '../../worker/contract/accounts/security-events.ts'
import type { EmailVerification } from '../../worker/contract/accounts/email-verification.ts'
import { loginPath } from '../../worker/contract/addresses.ts'
import type { RefusedForm } from '../../worker/contract/accounts/form-pages.ts'
import { problemInAddress, SIGN_IN_PROBLEM } from '../../worker/contract/oidc/oidc-sign-in.ts'
import { ApiRefusal, unwrap } from '../edge/api/api-fetch.ts'
import {
  RECOVERY_PAGE,
  SECOND_STEP_PAGE,
  STOP_RECOVERY_PAGE,
} from '../../worker/contract/accounts/second-step-pages.ts'
import { DELETE_PAGE, DELETION_PAGE } from '../../worker/contract/accounts/account-deletion.ts'
import type { DeletionData } from './deletion/deletion-page.tsx'
import type { LoadInput, Loaded, Route } from '../edge/routing/page-route.ts'
import { returnToOf } from './form/return-to.ts'
import { loadPressedApplet } from './load-pressed-applet.ts'
import type { PressedApplet } from './sign-in/pressed-applet.ts'
import type { RecoveryData } from './second-step/recovery-page.tsx'
import type { VerifyEmailData } from './verify-email/verify-email-page.tsx'

const NO_SESSION = '__Host-session=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0'

const SIGN_IN = {
  title: 'Sign in',
  description: 'Sign in to see your Applets, what they have done, and the services that you have connected.',
}
const JOIN = {
  title: 'Join',
  description: 'Create a free account, connect the services you use, and turn on Applets that make them work together.',
}

export const accountRoutes = [
  {
    pattern: '/login',
    page: 'users/sign-in/login-page',
    access: 'fresh',
    keepsForm: true,
    load: (input) => forVisitors(input, SIGN_IN, { problem: problemInAddress(input.search.get(SIGN_IN_PROBLEM)) }),
  },
  {
    pattern: '/join',
    page: 'users/sign-in/join-page',
    access: 'fresh',
    keepsForm: true,
    load: (input) => forVisitors(input, JOIN, {}),
  },
  {
    pattern: SECOND_STEP_PAGE,
    page: 'users/second-step/second-step-page',
    access: 'fresh',
    keepsForm: true,
    load: (input) => loadSecondStep(input, 'One more step'),
  },
  {
    pattern: RECOVERY_PAGE,
    page: 'users/second-step/recovery-page',
    access: 'fresh',
    keepsForm: true,
    load: (input) => loadSecondStep(input, 'Sign in without a passkey'),
  },
  {
    pattern: STOP_RECOVERY_PAGE,
    page: 'users/second-step/stop-recovery-page',
    access: 'fresh',
    load: async ({ search }) => ({
      kind: 'page',
      data: { token: search.get('token') ?? '' },
      title: 'Stop this sign-in',
    }),
  },
  { pattern: '/session/reset', page: 'users/sign-in/login-page', access: 'fresh', load: resetLogin },
  {
    pattern: '/verify_email',
    page: 'users/verify-email/verify-email-page',
    access: 'fresh',
    load: loadVerification,
  },
  {
    pattern: '/confirm_identity',
    page: 'users/proof/confirm-identity-page',
    access: 'fresh',
    load: async ({ search }) => ({
      kind: 'page',
      data: { token: search.get('token') ?? '' },
      title: 'Confirm that it is you',
    }),
  },
  {
    pattern: '/password_reset',
    page: 'users/password-reset/password-reset-page',
    access: 'fresh',
    keepsForm: true,
    load: async ({ search, refused }) => ({
      kind: 'page',
      data: { token: search.get('token'), asked: search.has('asked') && refused === null, refused },
      title: 'Reset your password',
    }),
  },
  {
    pattern: '/email_change',
    page: 'users/email-change/email-change-page',
    access: 'fresh',
    load: async ({ search }) => ({
      kind: 'page',
      data: { token: search.get('token') ?? '' },
      title: 'Confirm your new email address',
    }),
  },
  {
    pattern: '/email_change/undo',
    page: 'users/email-change/undo-email-change-page',
    access: 'fresh',
    load: async ({ search }) => ({
      kind: 'page',
      data: { token: search.get('token') ?? '' },
      title: 'Undo the change of your email address',
    }),
  },
  {
    pattern: '/settings/account',
    page: 'users/account-settings/account-page',
    access: 'private',
    load: async ({ mine, me: user }) => {
      const [me, settings] = await Promise.all([user, unwrap(mine.api.account.$get())])
      return { kind: 'page', data: { me, settings }, title: 'Account' }
    },
  },
  {
    pattern: DELETE_PAGE,
    page: 'users/deletion/delete-page',
    access: 'private',
    load: async ({ mine, timeZone }) => {
      const offer = await unwrap(mine.api.account_deletion.$get())
      return { kind: 'page', data: { offer, timeZone }, title: 'Delete your account' }
    },
  },
  { pattern: DELETION_PAGE, page: 'users/deletion/deletion-page', access: 'fresh', load: loadDeletion },
  {
    pattern: '/settings',
    page: 'users/sessions/settings-page',
    access: 'private',
    load: async ({ mine, me: user, now, timeZone, search }) => {
      const before = search.get('events_before')
      const [me, { sessions }, { reminders }, makerKey, ways, events] = await Promise.all([
        user,
        unwrap(mine.api.sessions.$get()),
        unwrap(mine.api.reminders.$get({ query: {} })),
        unwrap(mine.api.maker_key.$get()),
        unwrap(mine.api.sign_in_ways.$get()),
        unwrap(
          mine.api.security_events.$get({
            query: before !== null && SECURITY_EVENTS_CURSOR.test(before) ? { before } : {},
          }),
        ),
      ])
      const security = { ...events, before }
      return {
        kind: 'page',
        data: { me, sessions, ways, reminders, ...makerKey, security, now, timeZone },
        title: 'Profile',
      }
    },
  },
] as const satisfies readonly Route[]

/** The only page of an account that is being deleted; the mailed link opens it without a session. */
async function loadDeletion({ mine, search, timeZone }: LoadInput): Promise<Loaded<DeletionData>> {
  const token = search.get('token')
  const asked = mine ? await unwrap(mine.api.me.$get()) : { me: null }
  if (asked.me && token === null) return { kind: 'redirect', to: '/settings/account' }
  const data = { token, deletion: asked.deletion ?? null, timeZone }
  return { kind: 'page', data, title: 'Your account is being deleted' }
}

/** Sends users who are already signed in to where signing in would have led. */
async function forVisitors<More extends object>(
  { api, whoAsks, search, refused }: LoadInput,
  words: { title: string; description: string },
  more: More,
): Promise<Loaded<{ return_to: string; refused: RefusedForm | null; pressed: PressedApplet | null } & More>> {
  const return_to = returnToOf(search)
  if (await whoAsks) return { kind: 'redirect', to: return_to }
  const pressed = await loadPressedApplet(api, return_to)
  return { kind: 'page', data: { return_to, refused, pressed, ...more }, ...words, head: {} }
}

/** The sign-in that waits in this browser. Its cookie opens nothing else, so it is read by a call of its own. */
async function loadSecondStep(
  { whoAsks, counted, search, refused, timeZone }: LoadInput,
  title: string,
): Promise<Loaded<RecoveryData>> {
  const return_to = returnToOf(search)
  const { waiting } = await unwrap(counted.api.session.second_step.$get())
  // Also in a signed-in browser, whose user has opened a link to a new password.
  if (!waiting && (await whoAsks)) return { kind: 'redirect', to: return_to }
  return { kind: 'page', data: { waiting, return_to, refused, timeZone }, title }
}

/** Loads the mailed link as the session sees it: of its own account, or of somebody else's. */
async function loadVerification({ fresh, mine, search }: LoadInput): Promise<Loaded<VerifyEmailData>> {
  const token = search.get('token') ?? ''
  const page = (link: EmailVerification | null) => ({
    kind: 'page' as const,
    data: { token, link },
    title: 'Verify your email',
  })
  try {
    return page(await unwrap((mine ?? fresh).api.email_verifications.$get({ query: { token } })))
  } catch (error) {
    // 422: used, too old, forged or missing.
    if (error instanceof ApiRefusal && error.status === 422) return page(null)
    throw error
  }
}

/**
 * The reset-login path (§4.10): a live session skips sign-in, a stale one ends. Throws when the session cannot be
 * checked, so that an API failure signs nobody out.
 */
async function resetLogin({ mine, search }: LoadInput): Promise<Loaded<never>> {
  const return_to = returnToOf(search)
  const me = mine ? (await unwrap(mine.api.me.$get())).me : null
  if (me) return { kind: 'redirect', to: return_to }
  return { kind: 'redirect', to: loginPath(return_to), cookies: [NO_SESSION] }
}
