import type { ActorUser, Ctx } from '../../system/context/context.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { insertOAuthState } from '../../db/connections/oauth-states.ts'
import type { ServiceRow } from '../../db/services/service-catalog.ts'
import { sha256 } from '../../system/secrets/hashes.ts'
import { encryptToken } from '../../system/secrets/token-encryption.ts'
import { authorizeAddress, type OAuthClient } from './oauth-client.ts'

const STATE_LIFETIME = 10 * MINUTE

type Starting = {
  names: string[]
  returnTo: string
  /** The value of the browser's `oauth` cookie. */
  browser: string
  server: string | null
}

/** Stores the flow under the hash of a single-use state, and returns the service's address. */
export async function beginSignIn(
  ctx: Ctx,
  user: ActorUser,
  service: ServiceRow,
  client: OAuthClient,
  { names, returnTo, browser, server }: Starting,
): Promise<string> {
  const [state, verifier] = [ctx.token(), ctx.token()]
  const state_hash = await sha256(state)
  await insertOAuthState(ctx, {
    state_hash,
    user_id: user.id,
    browser_hash: await sha256(browser),
    module_name: service.module_name,
    code_verifier: await encryptToken(ctx.settings.TOKEN_KEYS, state_hash, verifier),
    modules: names,
    return_to: returnTo,
    server,
    expires_at: ctx.realNow() + STATE_LIFETIME,
  })
  return authorizeAddress(client, state, verifier)
}
