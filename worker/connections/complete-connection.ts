import * as oauth from 'oauth4webapi'
import type { ActorUser, Ctx } from '../system/context/context.ts'
import { activationPath, loginPath } from '../contract/addresses.ts'
import { sha256 } from '../system/secrets/hashes.ts'
import { log, noteForLog } from '../system/log/log.ts'
import { fetchIdentity } from './accounts/account-identity.ts'
import { withContinuation } from '../users/session/activation-continuation.ts'
import type { ConnectionError } from '../contract/connections/service.ts'
import { builtInOf } from './accounts/published-services.ts'
import { noteUnstoredGrant, revokeGrants } from './access/revoke-grant.ts'
import { connectionRefusal } from './accounts/connection-refusal.ts'
import { findOAuthClient } from './oauth/find-client.ts'
import { exchangeCode, type OAuthClient } from './oauth/oauth-client.ts'
import { serverKey } from './oauth/client-of-server.ts'
import { withServer } from './oauth/sign-in-tokens.ts'
import { nextActivationStep } from './activation-walk.ts'
import { storeAccount } from './accounts/store-account.ts'
import { countAccounts } from '../db/connections/connected-accounts.ts'
import { deleteOAuthState, type OAuthState } from '../db/connections/oauth-states.ts'
import { readPublishedServices, type ServiceRow } from '../db/services/service-catalog.ts'
import { decryptToken } from '../system/secrets/token-encryption.ts'

type Callback = {
  module_name: string
  /** The key of the user's server in the callback's address, of a service at many. */
  server_key?: string | null
  /** The query of the callback request from the service. */
  answer: URLSearchParams
  /** The value of the browser's `oauth` cookie. */
  browser: string | null
}

/**
 * Where the browser goes next, and the message shown there. A failure is in the address, as §8 describes for
 * access_denied.
 */
export type Completed = { to: string; flash: string | null }

const DEFAULT_PAGE = '/my_applets'
const EXPIRED = 'This connection attempt has expired or was already used. Please connect again.'
/** The maximum length of a callback's query; no real code is longer. */
const ANSWER_MAX = 8192

/**
 * Handles the OAuth callback (§4.10). Always redirects to one of our pages, and connects an account only if this
 * user started the flow in this browser.
 */
export async function completeConnection(ctx: Ctx, callback: Callback): Promise<Completed> {
  const user = await ctx.user()
  if (!user) return failed(loginPath(DEFAULT_PAGE), 'Please sign in and connect again.')
  const started = await takeState(ctx, user, callback)
  if (!started) return failed(DEFAULT_PAGE, EXPIRED)
  return finishConnection(ctx, user, started, callback.answer)
}

/** Deletes and returns the state's row, so it works only once; null unless it matches the user, service and browser. */
async function takeState(
  ctx: Ctx,
  user: ActorUser,
  { module_name, server_key = null, answer, browser }: Callback,
): Promise<OAuthState | null> {
  const [state, ...more] = answer.getAll('state')
  if (!state || !browser || more.length > 0) return null
  const row = await deleteOAuthState(ctx, { state_hash: await sha256(state), browser_hash: await sha256(browser) })
  const ours = row && row.user_id === user.id && row.module_name === module_name && row.expires_at > ctx.realNow()
  if (!ours) return null
  // A server could lead the browser through another one, and so send us its codes.
  return server_key === (row.server === null ? null : await serverKey(row.server)) ? row : null
}

async function finishConnection(
  ctx: Ctx,
  user: ActorUser,
  started: OAuthState,
  answer: URLSearchParams,
): Promise<Completed> {
  const service = (await readPublishedServices(ctx, [started.module_name])).get(started.module_name)
  const client = service && (await findOAuthClient(ctx, service, started.server))
  if (!client) return failed(started.return_to, "You can't connect this service right now. Please try again later.")
  const checked = checkAnswer(client, answer)
  if (checked === 'access_denied')
    return failed(started.return_to, `You did not allow access to ${service.name}.`, checked)
  const stored = checked && (await connectAccount(ctx, user, started, { service, client, checked }))
  if (!stored) return failed(started.return_to, `${service.name} could not be connected. Please try again.`)
  if (stored.kind === 'refused')
    return failed(started.return_to, connectionRefusal(stored.rules).message, 'tier_required')
  return continueWalk(ctx, user, started, service, stored.gained)
}

/**
 * Checks the service's response with the library: the issuer (RFC 9207), and that the address holds no token. The code
 * is checked when it is exchanged.
 */
function checkAnswer({ as, client }: OAuthClient, answer: URLSearchParams): URLSearchParams | 'access_denied' | null {
  if (answer.toString().length > ANSWER_MAX) return null
  try {
    return oauth.validateAuthResponse(as, client, answer, answer.get('state') ?? '')
  } catch (error) {
    return error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied' ? 'access_denied' : null
  }
}

type Checked = { service: ServiceRow; client: OAuthClient; checked: URLSearchParams }

async function connectAccount(ctx: Ctx, user: ActorUser, started: OAuthState, { service, client, checked }: Checked) {
  try {
    const verifier = await decryptToken(ctx.settings.TOKEN_KEYS, started.state_hash, started.code_verifier)
    const tokens = await exchangeCode(ctx, client, checked, verifier)
    const { server } = started
    const identity = await fetchIdentity(ctx, service, withServer(tokens, server).access_token)
    const kept = withServer(tokens, server, identity?.values)
    const stored = identity && (await storeAccount(ctx, user, service, identity, kept))
    // The service has already granted access: its account is known only with the tokens.
    if (identity && stored?.kind === 'refused') {
      const unstored = { user_id: user.id, service, account_id: identity.id, tokens: kept, server }
      ctx.defer(revokeGrants(ctx, await noteUnstoredGrant(ctx, unstored)))
    }
    return stored
  } catch (error) {
    log('warn', 'connection_failed', { module_name: service.module_name, message: String(error) })
    return null
  }
}

/** Continues with the next missing service, or returns to where the user started. */
async function continueWalk(
  ctx: Ctx,
  user: ActorUser,
  started: OAuthState,
  service: ServiceRow,
  gained: boolean,
): Promise<Completed> {
  const { modules: names, return_to } = started
  const builtIn = builtInOf(await readPublishedServices(ctx, names))
  const { working: accounts } = await countAccounts(ctx, user.id, names)
  const { next } = nextActivationStep({ names, builtIn, accounts })
  // Without this, a service that always returns the same account would redirect the browser forever.
  if (next === service.module_name && !gained) {
    return failed(return_to, `This ${service.name} account is already connected. Please choose another one.`)
  }
  const to = next === null ? return_to : await withContinuation(ctx, activationPath(names, return_to))
  return { to, flash: `${service.name} is connected.` }
}

function failed(path: string, message: string, type: ConnectionError = 'connection_failed'): Completed {
  noteForLog({ outcome: type })
  const url = new URL(path, 'https://own.invalid')
  url.searchParams.set('error_type', type)
  url.searchParams.set('error_message', message)
  return { to: url.pathname + url.search + url.hash, flash: null }
}
