import type { SignInSettings } from '../../oauth/provider-settings.ts'
import { refuseAsGithub } from './github-access.ts'

/** The operator's apps at GitHub: tokens of the older kind last, those of the newer kind end after eight hours. */
export const GITHUB_OAUTH_APP = { client_id: 'Ov23liSwitchyard', client_secret: 'oauth-app-secret' }
export const GITHUB_APP = { client_id: 'Iv23liSwitchyard', client_secret: 'github-app-secret' }

/** Sign-in at GitHub (github.com/login/oauth), as its documentation describes it: errors are answered with 200. */
export const GITHUB_SIGN_IN: SignInSettings = {
  module_name: 'github',
  name: 'GitHub',
  brand_color: '#1f2328',
  scopes: { repo: 'See and change your repositories and their webhooks', notifications: 'See your notifications' },
  accounts: [{ id: 'octocat', name: 'octocat' }],
  paths: {
    authorize: '/login/oauth/authorize',
    token: '/login/oauth/access_token',
    grant: '/applications/:client_id/grant',
  },
  clients: [
    {
      ...GITHUB_OAUTH_APP,
      tokens: {
        prefixes: { code: '', access: 'gho_' },
        access_seconds: null,
        refresh: 'none',
        answer: ({ scopes }) => ({ token_type: 'bearer', scope: scopes.join(',') }),
      },
    },
    {
      ...GITHUB_APP,
      tokens: {
        prefixes: { code: '', access: 'ghu_', refresh: 'ghr_' },
        access_seconds: 8 * 3600,
        replaces_access: true,
        // It has permissions instead of scopes.
        answer: () => ({ token_type: 'bearer', scope: '', refresh_token_expires_in: 15_897_600 }),
      },
    },
  ],
  buttons: ['Authorize', 'Cancel'],
  denied: 'The user has denied your application access.',
  redirect_path: '/api/connections/callback/github',
  usual_scopes: [],
  pkce: 'optional',
  untrusted_status: 404,
  code_seconds: 600,
  body: 'any',
  answers_form: true,
  client_auth: 'form',
  optional: ['response_type', 'grant_type', 'redirect_uri'],
  errors: {
    client: refusal('incorrect_client_credentials', 'The client_id and/or client_secret passed are incorrect.'),
    code: refusal('bad_verification_code', 'The code passed is incorrect or expired.'),
    verifier: refusal('bad_verification_code', 'The code passed is incorrect or expired.'),
    redirect: refusal('redirect_uri_mismatch', 'The redirect_uri must match the registered callback URL.'),
    refresh: refusal('bad_refresh_token', 'The refresh token passed is incorrect or expired.'),
  },
  refuse: refuseAsGithub,
}

function refusal(error: string, error_description: string) {
  const page = 'https://docs.github.com/apps/managing-oauth-apps/troubleshooting-oauth-app-access-token-request-errors/'
  return { status: 200, error, error_description, error_uri: page }
}
