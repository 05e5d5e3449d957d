import type { RunnerCtx } from '../../system/context/context.ts'
import type { AccountRow } from '../../db/connections/connected-accounts.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { accountIo, pastedText, readCredentials } from '../../engine/steps/account-io.ts'
import { accountOwner, decryptToken } from '../../system/secrets/token-encryption.ts'
import type { ConnectSession, OpenedSession } from '../../services/format/connect-code.ts'
import { findService, serviceAddress, serviceFile } from '../../services/known-services.ts'
import { lookupIo } from './lookup-io.ts'
import { refusedValues, type Asked } from './refused-values.ts'

/** The sealed form of a session: all values as one text, and what renews it. `expires_at` in ms. */
type SessionTokens = { access_token: string; refresh_token: string; expires_at: number | null; scopes: null }

/** How the service's pasted values become a session; null where they are used as they are. */
export function sessionOf(module_name: string): ConnectSession | null {
  return serviceFile(module_name)?.code?.session ?? null
}

/**
 * Opens a session with pasted values. Throws `invalid_key` on the value that the service refuses, `service_unreachable`
 * (502) where it gives no usable answer.
 */
export async function openSession(ctx: RunnerCtx, session: ConnectSession, asked: Asked): Promise<SessionTokens> {
  const account = readCredentials(pastedText(asked.values))
  const outcome = await session.open(
    accountIo(lookupIo(ctx, asked.service.module_name, asked.base_url), asked.service, account),
  )
  if (!outcome.ok) throw refusedValues(outcome.problem, asked)
  return toTokens(asked.values, outcome.value)
}

/** Renews a session with its refresh token. Null if the service no longer accepts it; throws `service_unreachable`. */
export async function renewSession(
  ctx: RunnerCtx,
  session: ConnectSession,
  account: AccountRow,
): Promise<SessionTokens | null> {
  const { TOKEN_KEYS, SERVICE_ADDRESSES } = ctx.settings
  const { module_name, access_token, refresh_token } = account
  const service = findService(module_name)
  if (!service || refresh_token === null) throw new Error('The service is not set up.')
  const owner = accountOwner(account)
  const values = readCredentials(await decryptToken(TOKEN_KEYS, owner, access_token))
  const io = accountIo(lookupIo(ctx, module_name, serviceAddress(module_name, SERVICE_ADDRESSES)), service, values)
  const outcome = await session.refresh(await decryptToken(TOKEN_KEYS, owner, refresh_token), io)
  if (outcome.ok) return toTokens(values.credentials, outcome.value)
  if (outcome.problem.failure === 'unauthorized') return null
  throw new AppError('service_unreachable', { cause: new Error(outcome.problem.failure) })
}

/** Seals the opened values together with the pasted ones. */
function toTokens(pasted: Readonly<Record<string, string>>, opened: OpenedSession): SessionTokens {
  const { values, refresh_token, expires_at } = opened
  return { access_token: pastedText({ ...pasted, ...values }), refresh_token, expires_at, scopes: null }
}
