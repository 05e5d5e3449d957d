import type { SignInSettings } from '../../oauth/provider-settings.ts'
import { productAt } from '../../services/data/demo-client.ts'
import { GOOGLE_ACCOUNTS } from './google-state.ts'

export const DRIVE_FILE = 'https://www.googleapis.com/auth/drive.file'

/** Google's sign-in: refresh tokens only with `access_type=offline` and `prompt=consent`, and they never change. */
export const GOOGLE_SIGN_IN: SignInSettings = {
  module_name: 'google_sheets',
  name: 'Google',
  brand_color: '#188038',
  scopes: {
    openid: 'Know who you are',
    email: 'See your email address',
    [DRIVE_FILE]: 'See and change the files that you open or create with it, and no others',
  },
  accounts: Object.entries(GOOGLE_ACCOUNTS).map(([id, email]) => ({
    id,
    name: email,
    claims: { email: { email, email_verified: true } },
  })),
  paths: { authorize: '/o/oauth2/v2/auth', token: '/token', revoke: '/revoke', userinfo: '/v1/userinfo' },
  clients: [productAt('google_sheets')],
  tokens: {
    prefixes: { code: '4/0A', access: 'ya29.', refresh: '1//0' },
    access_seconds: 3599,
    refresh: 'fixed',
    refresh_when: { access_type: 'offline', prompt: 'consent' },
  },
  parameters: [
    'client_id',
    'redirect_uri',
    'response_type',
    'scope',
    'state',
    'access_type',
    'prompt',
    'nonce',
    'code_challenge',
    'code_challenge_method',
  ],
  required: { scope: null },
  pkce: 'optional',
  names_issuer: true,
  keeps_errors: true,
  // RFC 7009 wants no error for a token that is gone.
  revocation: { ends: 'grant', by: 'anyone', unknown: 'token', answer: {} },
  errors: { bearer: { error: 'invalid_request', error_description: 'Invalid Credentials' } },
}
