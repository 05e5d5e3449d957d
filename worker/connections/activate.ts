import { requireUser } from '../system/context/require-user.ts'
import type { ActorUser, Ctx } from '../system/context/context.ts'
import { activationPath } from '../contract/addresses.ts'
import type { Activation } from '../contract/connections/service.ts'
import { connectionRules } from '../contract/enablement/enablement-rules.ts'
import { SENTENCES } from '../contract/errors.ts'
import { OPERATOR_PATH } from '../contract/operator/operator-overview.ts'
import { countAccounts } from '../db/connections/connected-accounts.ts'
import type { ServiceRow } from '../db/services/service-catalog.ts'
import { AppError } from '../system/errors/app-error.ts'
import { tierRefusal } from '../system/errors/tier-refusal.ts'
import { serversOf } from '../services/format/connect-values.ts'
import { serviceFile } from '../services/known-services.ts'
import { isOperator } from '../users/session/require-operator.ts'
import { spendContinuation, withContinuation } from '../users/session/activation-continuation.ts'
import { builtInOf, requirePublishedServices, toService } from './accounts/published-services.ts'
import { nextActivationStep } from './activation-walk.ts'
import { atServer, findOAuthClient } from './oauth/find-client.ts'
import { nameServer } from './oauth/name-server.ts'
import type { OAuthClient } from './oauth/oauth-client.ts'
import { registeredServerClient } from './oauth/client-of-server.ts'
import { beginSignIn } from './oauth/begin-sign-in.ts'
import { waysToConnect } from './oauth/ways-to-connect.ts'

type Wanted = {
  names: string[]
  /** Already checked by `safeReturnTo`. */
  returnTo: string
  reconnect: boolean
  /** The user did not press anything yet, so a page asks first: the service may remember an earlier consent. */
  ask: boolean
  /** Whether the browser comes from one of our pages; if not, a page asks first too, unless there is a continuation. */
  fromOurs: boolean
  continuation: string | null
  /** The value of the browser's `oauth` cookie. */
  browser: string
  /** The user would rather paste something than sign in. */
  pastes?: boolean
  /** The server that the user has named, of a service at many. */
  server?: string | null
}

/**
 * The next step of connecting these services in turn (§4.10): asks for the first one that is not connected. Throws
 * `not_signed_in`; `not_found` for an unknown service; `invalid_input` if the operator has not set it up, which tells
 * operators where they do; `tier_required` if the tier does not allow another account. Whether an account is repaired or added is known only at
 * the service.
 */
export async function activateServices(ctx: Ctx, wanted: Wanted): Promise<Activation> {
  const { names, returnTo, reconnect } = wanted
  const user = await requireUser(ctx)
  const services = await requirePublishedServices(ctx, names)
  const builtIn = builtInOf(services)
  const { held, working: accounts } = await countAccounts(ctx, user.id, names)
  requireAllowed(user, names, { services, held })
  const { next, step, steps, more } = nextActivationStep({ names, builtIn, accounts, reconnect })
  const service = next === null ? undefined : services.get(next)
  if (!service) return { kind: 'done', to: returnTo }
  const { sign_in, paste } = waysToConnect(ctx, service)
  if (sign_in && !(wanted.pastes && paste !== null)) return signIn(ctx, user, service, wanted, { step, steps })
  if (paste === null) throw notSetUp(ctx, user, service)
  const { connect_fields: fields } = service
  return {
    kind: 'key',
    service: toService(service),
    sign_in: sign_in ? pathOf(wanted) : null,
    fields,
    step,
    steps,
    remaining: more ? names : [],
    return_to: returnTo,
  }
}

/** Leads to the service, or to the user's server; first the user names it, or presses where they have pressed nothing yet. */
async function signIn(
  ctx: Ctx,
  user: ActorUser,
  service: ServiceRow,
  wanted: Wanted,
  { step, steps }: Place,
): Promise<Activation> {
  const { returnTo } = wanted
  const named = nameServer(ctx, service.module_name, wanted.server ?? null)
  if (named.kind === 'missing') return askServer(service, wanted, named.problem, { step, steps })
  const { server } = named
  if (await needsPress(ctx, wanted)) {
    const path = pathOf(wanted) + (server === null ? '' : `&server=${encodeURIComponent(server)}`)
    const to = wanted.fromOurs ? path : await withContinuation(ctx, path)
    const { paste } = waysToConnect(ctx, service)
    const other = paste === null ? null : { label: paste, to: `${pathOf(wanted)}&way=paste` }
    return { kind: 'ask', service: toService(service), step, steps, to, server, paste: other, return_to: returnTo }
  }
  const client = await findClient(ctx, service, server)
  if (client === null) throw notSetUp(ctx, user, service)
  if (typeof client === 'string') return askServer(service, wanted, client, { step, steps })
  return { kind: 'redirect', to: await beginSignIn(ctx, user, service, client, { ...wanted, server }) }
}

/** Our client; null without one, and what is wrong with a server that gives us none. */
async function findClient(ctx: Ctx, service: ServiceRow, server: string | null): Promise<OAuthClient | string | null> {
  const at = server === null ? null : atServer(service, server)
  if (!at) return findOAuthClient(ctx, service, null)
  try {
    return await registeredServerClient(ctx, at)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'service_unreachable') return SENTENCES.server_unreachable
    if (error.code === 'invalid_input') return error.message
    throw error
  }
}

type Place = { step: number; steps: number }

/** Its answer goes into the address of the activation: the name of a server is public. */
function askServer(service: ServiceRow, wanted: Wanted, problem: string | null, place: Place): Activation {
  const { names, returnTo, reconnect } = wanted
  const { label, hint, default_value } = serversOf(serviceFile(service.module_name))?.field ?? { label: '' }
  return {
    kind: 'server',
    service: toService(service),
    field: { label, ...(hint !== undefined && { hint }), ...(default_value !== undefined && { default_value }) },
    value: wanted.server ?? '',
    problem,
    ...place,
    query: [
      ...names.map((name): [string, string] => ['c[]', name]),
      ['return_to', returnTo],
      ...(reconnect ? [['reconnect', '1'] satisfies [string, string]] : []),
    ],
    return_to: returnTo,
  }
}

/** The activation as it was asked for. */
function pathOf({ names, returnTo, reconnect }: Wanted): string {
  return activationPath(names, returnTo) + (reconnect ? '&reconnect=1' : '')
}

/** Where an operator sets it up, they are told. */
function notSetUp(ctx: Ctx, { id }: ActorUser, { name }: ServiceRow): AppError {
  return new AppError('invalid_input', {
    attribute: 'c[]',
    message: SENTENCES.service_not_set_up(name),
    ...(isOperator(ctx, id) && { redirectTo: OPERATOR_PATH }),
  })
}

/** Another site could lead a user's browser through a service that remembers an earlier consent. */
async function needsPress(ctx: Ctx, { ask, fromOurs, continuation, names, returnTo }: Wanted): Promise<boolean> {
  if (ask) return true
  if (fromOurs) return false
  return continuation === null || !(await spendContinuation(ctx, continuation, { names, returnTo }))
}

type Known = { services: ReadonlyMap<string, ServiceRow>; held: ReadonlyMap<string, number> }

/** Checks before connecting anything that the tier allows all requested accounts (§6). */
function requireAllowed(user: ActorUser, names: readonly string[], { services, held }: Known): void {
  for (const [name, { connect_kind, minimum_tier }] of services) {
    const wanted = names.filter((each) => each === name).length
    if (connect_kind === 'none' || wanted <= (held.get(name) ?? 0)) continue
    const rules = connectionRules(user, minimum_tier, wanted - 1)
    if (rules.block_user) throw tierRefusal(rules)
  }
}
