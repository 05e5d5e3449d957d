import { requireUser } from '../session/actor.ts'
import type { ActorUser, Ctx } from '../context/context.ts'
import { activationPath } from '../contract/addresses.ts'
import type { Activation } from '../contract/connections/service.ts'
import { connectionRules } from '../contract/enablement/enablement-rules.ts'
import { sha256 } from '../secrets/hashes.ts'
import { SENTENCES } from '../contract/errors.ts'
import { AppError } from '../errors/app-error.ts'
import { tierRefusal } from '../errors/tier-refusal.ts'
import { spendContinuation, withContinuation } from './continuation/activation-continuation.ts'
import { accountsQuery, countAccounts } from './count-accounts.ts'
import { builtInOf, findServices, toService } from './find-service.ts'
import { authorizeAddress, oauthClientFor } from './oauth-client.ts'
import { nextActivationStep } from './activation-walk.ts'
import { oauth_states, type ServiceRow } from '../db/schema/connections.ts'
import { encryptToken } from '../secrets/token-encryption.ts'

const STATE_LIFETIME = 10 * 60 * 1000

type Wanted = {
  names: string[]
  /** Already checked by `safeReturnTo`. */
  returnTo: string
  reconnect: boolean
  /** The user did not press anything yet, so a page asks first: the service may remember an earlier consent (§D3.6). */
  ask: boolean
  /** Whether the browser comes from one of our pages; if not, a page asks first too, unless there is a continuation. */
  fromOurs: boolean
  continuation: string | null
  /** The value of the browser's `oauth` cookie. */
  browser: string
}

/**
 * The next step of connecting these services in turn (§4.10): asks for the first one that is not connected. Throws
 * `not_signed_in`; `not_found` for an unknown service; `invalid_input` if the operator has not set it up;
 * `tier_required` if the tier does not allow another account. Whether an account is repaired or added is known only at
 * the service.
 */
export async function activateServices(ctx: Ctx, wanted: Wanted): Promise<Activation> {
  const { names, returnTo, reconnect } = wanted
  const user = await requireUser(ctx)
  const services = await findServices(ctx, names)
  const builtIn = builtInOf(services)
  const found = names.length === 0 ? [] : await accountsQuery(ctx, user.id, names)
  requireAllowed(user, names, { services, held: countAccounts(found, 'held') })
  const accounts = countAccounts(found, 'working')
  const { next, step, steps, more } = nextActivationStep({ names, builtIn, accounts, reconnect })
  const service = next === null ? undefined : services.get(next)
  if (!service) return { kind: 'done', to: returnTo }
  if (service.connect_kind === 'oauth2' && (await needsPress(ctx, wanted))) {
    const path = activationPath(names, returnTo) + (reconnect ? '&reconnect=1' : '')
    const to = wanted.fromOurs ? path : await withContinuation(ctx, path)
    return { kind: 'ask', service: toService(service), step, steps, to, return_to: returnTo }
  }
  if (service.connect_kind === 'oauth2') return { kind: 'redirect', to: await startOAuth(ctx, user, service, wanted) }
  const { connect_fields: fields } = service
  return {
    kind: 'key',
    service: toService(service),
    fields,
    step,
    steps,
    remaining: more ? names : [],
    return_to: returnTo,
  }
}

/** Another site could lead a user's browser through a service that remembers an earlier consent. */
async function needsPress(ctx: Ctx, { ask, fromOurs, continuation, names, returnTo }: Wanted): Promise<boolean> {
  if (ask) return true
  if (fromOurs) return false
  return continuation === null || !(await spendContinuation(ctx, continuation, { names, returnTo }))
}

type Known = { services: ReadonlyMap<string, ServiceRow>; held: ReadonlyMap<string, number> }

/** Checks before connecting anything that the tier allows all requested accounts (§6). */
function requireAllowed({ tier }: ActorUser, names: readonly string[], { services, held }: Known): void {
  for (const [name, { connect_kind, minimum_tier }] of services) {
    const wanted = names.filter((each) => each === name).length
    if (connect_kind === 'none' || wanted <= (held.get(name) ?? 0)) continue
    const rules = connectionRules(tier, minimum_tier, wanted - 1)
    if (rules.block_user) throw tierRefusal(rules)
  }
}

/** Stores the flow under the hash of a single-use state, and returns the service's address. */
async function startOAuth(ctx: Ctx, user: ActorUser, service: ServiceRow, wanted: Wanted): Promise<string> {
  const client = await oauthClientFor(ctx, service)
  if (!client)
    throw new AppError('invalid_input', {
      attribute: 'c[]',
      message: SENTENCES.service_not_set_up(service.name),
    })
  const [state, verifier] = [ctx.token(), ctx.token()]
  const state_hash = await sha256(state)
  await ctx.db.insert(oauth_states).values({
    state_hash,
    user_id: user.id,
    browser_hash: await sha256(wanted.browser),
    module_name: service.module_name,
    code_verifier: await encryptToken(ctx.settings.TOKEN_KEYS, state_hash, verifier),
    modules: wanted.names,
    return_to: wanted.returnTo,
    expires_at: ctx.now() + STATE_LIFETIME,
  })
  return authorizeAddress(client, state, verifier)
}
