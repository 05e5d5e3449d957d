import { requireUser } from '../session/actor.ts'
import type { Ctx } from '../context/context.ts'
import type { ConnectedAccount } from '../contract/connections/service.ts'
import { SENTENCES } from '../contract/errors.ts'
import type { ServiceRow } from '../db/schema/connections.ts'
import { AppError } from '../errors/app-error.ts'
import { pastedText } from '../runner-api/account-io.ts'
import {
  findService as findRunnable,
  loadServices,
  serviceAddress,
  serviceFile,
} from '../services/operator/known-services.ts'
import { fetchIdentity, type Identity } from './account-identity.ts'
import { findService } from './find-service.ts'
import { toConnection } from './list-connections.ts'
import { connectionRefusal } from './connection-allowed.ts'
import { askAccount } from './pasted-values/ask-account.ts'
import { checkValues } from './pasted-values/check-values.ts'
import { storeAccount } from './store-account.ts'

type Pasted = { module_name: string; key?: string | undefined; values?: Record<string, string> | undefined }

/**
 * Connects a service that uses a pasted key or several pasted values, after the service has accepted them (§D3.5).
 * Throws `invalid_key` or `invalid_input` on the value that is wrong, `invalid_input` if the service connects another
 * way, `service_unreachable`, `tier_required` if the tier does not allow another account.
 */
export async function connectKey(ctx: Ctx, input: Pasted): Promise<ConnectedAccount> {
  const user = await requireUser(ctx)
  const service = await findService(ctx, input.module_name)
  if (service.connect_kind !== 'key') {
    throw new AppError('invalid_input', {
      attribute: 'module_name',
      message: SENTENCES.service_needs_no_key(service.name),
    })
  }
  const { identity, access_token } = service.connect_fields
    ? await acceptValues(ctx, service, input.values ?? {})
    : await acceptKey(ctx, service, input.key ?? '')
  const tokens = { access_token, refresh_token: null, expires_at: null, scopes: null }
  const stored = await storeAccount(ctx, user, service, identity, tokens)
  if (stored.kind === 'refused') throw connectionRefusal(stored.rules)
  return toConnection(ctx, stored.account)
}

type Accepted = { identity: Identity; access_token: string }

async function acceptKey(ctx: Ctx, service: ServiceRow, key: string): Promise<Accepted> {
  // A header can hold only these characters.
  const identity = /^[\x21-\x7e]+$/.test(key) ? await fetchIdentity(ctx, service, key) : null
  if (!identity) throw new AppError('invalid_key', { attribute: 'key' })
  return { identity, access_token: key }
}

async function acceptValues(
  ctx: Ctx,
  { module_name, name }: ServiceRow,
  pasted: Record<string, string>,
): Promise<Accepted> {
  await loadServices(ctx, [module_name])
  const [connect, service] = [serviceFile(module_name)?.connect, findRunnable(module_name)]
  const fields = connect?.kind === 'key' ? (connect.fields ?? []) : []
  const [first] = fields
  if (!service || !first) throw new AppError('internal', { cause: new Error(`${module_name} has no file`) })
  const base_url = serviceAddress(module_name, ctx.settings.SERVICE_ADDRESSES)
  const values = checkValues(ctx, { fields, name, base_url }, pasted)
  const asked = fields.find(({ type }) => type === 'secret') ?? first
  const identity = await askAccount(ctx, { service, base_url, values, first: asked.slug })
  return { identity, access_token: pastedText(values) }
}
