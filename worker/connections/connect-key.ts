import { requireUser } from '../session/actor.ts'
import type { Ctx } from '../context/context.ts'
import type { ConnectedAccount } from '../contract/connections/service.ts'
import { SENTENCES } from '../contract/errors.ts'
import { AppError } from '../errors/app-error.ts'
import { fetchIdentity } from './account-identity.ts'
import { findService } from './find-service.ts'
import { toConnection } from './list-connections.ts'
import { connectionRefusal } from './connection-allowed.ts'
import { storeAccount } from './store-account.ts'

/**
 * Connects a service that uses a pasted key, after the service has accepted the key (§D3.5). Throws `invalid_key` on
 * `key`, `invalid_input` if the service connects another way, `service_unreachable`, `tier_required` if the tier does
 * not allow another account.
 */
export async function connectKey(ctx: Ctx, input: { module_name: string; key: string }): Promise<ConnectedAccount> {
  const user = await requireUser(ctx)
  const service = await findService(ctx, input.module_name)
  if (service.connect_kind !== 'key') {
    throw new AppError('invalid_input', {
      attribute: 'module_name',
      message: SENTENCES.service_needs_no_key(service.name),
    })
  }
  // A header can hold only these characters.
  const identity = /^[\x21-\x7e]+$/.test(input.key) ? await fetchIdentity(ctx, service, input.key) : null
  if (!identity) throw new AppError('invalid_key', { attribute: 'key' })
  const tokens = { access_token: input.key, refresh_token: null, expires_at: null, scopes: null }
  const stored = await storeAccount(ctx, user, service, identity, tokens)
  if (stored.kind === 'refused') throw connectionRefusal(stored.rules)
  return toConnection(ctx, stored.account)
}
