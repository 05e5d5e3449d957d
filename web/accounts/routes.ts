import { loginPath } from '../../worker/contract/addresses.ts'
import { unwrap } from '../edge/api-client.ts'
import type { LoadInput, Loaded, Route } from '../edge/route.ts'
import type { JoinData } from './join-page.tsx'
import type { LoginData } from './login-page.tsx'
import type { PasswordResetData } from './password-reset-page.tsx'
import { returnToOf } from './return-to.ts'
import type { SettingsData } from './settings-page.tsx'
import type { VerifyEmailData } from './verify-email-page.tsx'

const NO_SESSION = '__Host-session=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0'

export const accountRoutes: readonly Route[] = [
  {
    pattern: '/login',
    page: 'accounts/login-page',
    access: 'fresh',
    load: (input) => forVisitors(input, (data: LoginData) => ({ kind: 'page', data, title: 'Sign in' })),
  },
  {
    pattern: '/join',
    page: 'accounts/join-page',
    access: 'fresh',
    load: (input) => forVisitors(input, (data: JoinData) => ({ kind: 'page', data, title: 'Join' })),
  },
  { pattern: '/session/reset', page: 'accounts/login-page', access: 'fresh', load: resetLogin },
  {
    pattern: '/verify_email',
    page: 'accounts/verify-email-page',
    access: 'fresh',
    load: async ({ search }) => {
      const data: VerifyEmailData = { token: search.get('token') ?? '' }
      return { kind: 'page', data, title: 'Verify your email' }
    },
  },
  {
    pattern: '/password_reset',
    page: 'accounts/password-reset-page',
    access: 'fresh',
    load: async ({ search }) => {
      const data: PasswordResetData = { token: search.get('token') }
      return { kind: 'page', data, title: 'Reset your password' }
    },
  },
  {
    pattern: '/settings',
    page: 'accounts/settings-page',
    access: 'private',
    load: async ({ mine, me, now, timeZone }) => {
      const { sessions } = await unwrap(mine.api.sessions.$get())
      const data: SettingsData = { me, sessions, now, timeZone }
      return { kind: 'page', data, title: 'Profile' }
    },
  },
]

/** Whoever is signed in already goes on to where signing in would have led. */
async function forVisitors(
  { whoAsks, search }: LoadInput,
  page: (data: LoginData & JoinData) => Loaded,
): Promise<Loaded> {
  const return_to = returnToOf(search)
  return (await whoAsks) ? { kind: 'redirect', to: return_to } : page({ return_to })
}

/**
 * The reset-login path (§4.10): a session that lives needs no sign-in; a stale one ends. Throws where that cannot be
 * told, so that nobody is signed out because the API was away.
 */
async function resetLogin({ mine, search }: LoadInput): Promise<Loaded> {
  const return_to = returnToOf(search)
  const me = mine ? (await unwrap(mine.api.me.$get())).me : null
  if (me) return { kind: 'redirect', to: return_to }
  return { kind: 'redirect', to: loginPath(return_to), cookies: [NO_SESSION] }
}
