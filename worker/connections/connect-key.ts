import { requireUser } from '../system/context/require-user.ts'
import type { Ctx } from '../system/context/context.ts'
import type { ConnectedAccount } from '../contract/connections/service.ts'
import { SENTENCES } from '../contract/errors.ts'
import type { ServiceRow } from '../db/services/service-catalog.ts'
import { AppError } from '../system/errors/app-error.ts'
import { pastedText, readCredentials } from '../engine/steps/account-io.ts'
import { findService, loadServices, serviceAddress, serviceFile } from '../services/known-services.ts'
import { pastedFields } from '../services/format/connect-values.ts'
import { fetchIdentity, type Identity } from './accounts/account-identity.ts'
import { requirePublishedService } from './accounts/published-services.ts'
import { toConnection } from './accounts/list-connections.ts'
import { connectionRefusal } from './accounts/connection-refusal.ts'
import { askAccount } from './pasted-values/ask-account.ts'
import { checkValues } from './pasted-values/check-values.ts'
import { openSession, sessionOf } from './pasted-values/sessions.ts'
import { waysToConnect } from './oauth/ways-to-connect.ts'
import type { Tokens } from './oauth/oauth-client.ts'
import { storeAccount } from './accounts/store-account.ts'

type Pasted = { module_name: string; key?: string | undefined; values?: Record<string, string> | undefined }

/**
 * Connects a service that uses a pasted key or several pasted values, after the service has accepted them.
 * Throws `invalid_key` or `invalid_input` on the value that is wrong, `invalid_input` if the service connects another
 * way, `service_unreachable`, `tier_required` if the tier does not allow another account.
 */
export async function connectKey(ctx: Ctx, input: Pasted): Promise<ConnectedAccount> {
  const user = await requireUser(ctx)
  const service = await requirePublishedService(ctx, input.module_name)
  if (waysToConnect(ctx, service).paste === null) {
    throw new AppError('invalid_input', {
      attribute: 'module_name',
      message: SENTENCES.service_needs_no_key(service.name),
    })
  }
  const { identity, tokens } = service.connect_fields
    ? await acceptValues(ctx, service, input.values ?? {})
    : await acceptKey(ctx, service, input.key ?? '')
  const stored = await storeAccount(ctx, user, service, identity, tokens)
  if (stored.kind === 'refused') throw connectionRefusal(stored.rules)
  return toConnection(ctx, stored.account)
}

type Accepted = { identity: Identity; tokens: Tokens }
const LASTING = { refresh_token: null, expires_at: null, scopes: null }

async function acceptKey(ctx: Ctx, service: ServiceRow, key: string): Promise<Accepted> {
  // A header can hold only these characters.
  const identity = /^[\x21-\x7e]+$/.test(key) ? await fetchIdentity(ctx, service, key) : null
  if (!identity) throw new AppError('invalid_key', { attribute: 'key' })
  return { identity, tokens: { access_token: key, ...LASTING } }
}

async function acceptValues(
  ctx: Ctx,
  { module_name, name }: ServiceRow,
  pasted: Record<string, string>,
): Promise<Accepted> {
  await loadServices(ctx, [module_name])
  const [connect, service] = [serviceFile(module_name)?.connect, findService(module_name)]
  const fields = connect ? pastedFields(connect) : []
  const [first] = fields
  if (!service || !first) throw new AppError('internal', { cause: new Error(`${module_name} has no file`) })
  const base_url = serviceAddress(module_name, ctx.settings.SERVICE_ADDRESSES)
  const values = checkValues(ctx, { fields, name, base_url }, pasted)
  const asked = fields.find(({ type }) => type === 'secret') ?? first
  const server = fields.find(({ base }) => base)?.slug ?? null
  const [about, session] = [{ service, name, base_url, first: asked.slug, server }, sessionOf(module_name)]
  const tokens = session
    ? await openSession(ctx, session, { ...about, values })
    : { access_token: pastedText(values), ...LASTING }
  const { credentials } = readCredentials(tokens.access_token)
  return { identity: await askAccount(ctx, { ...about, values: credentials }), tokens }
}
