import type { Ctx } from '../../system/context/context.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { log } from '../../system/log/log.ts'
import { readCredentials, type AccountValues } from '../../engine/steps/account-io.ts'
import { brokenConnection, markBroken } from './mark-broken.ts'
import { refreshAccount } from './refresh-account.ts'
import type { AccountRow } from '../../db/connections/connected-accounts.ts'
import { accountOwner, decryptToken } from '../../system/secrets/token-encryption.ts'

const REFRESH_BEFORE = 60_000

/**
 * Opens a service with an account's token or pasted values, which never leave the Worker. Refreshes the token if it expires within 60
 * s, or once if the service answers 401. Throws `connection_broken` (409) with the way to reconnect if access is gone,
 * and `service_unreachable` (502), which leaves the connection intact.
 */
export async function withAccessToken(
  ctx: Ctx,
  account: AccountRow,
  open: (values: AccountValues) => Promise<Response>,
): Promise<Response> {
  if (account.status === 'broken') throw brokenConnection(account.module_name)
  const current = endsSoon(account, ctx.now()) ? await refreshAccount(ctx, account) : account
  const response = await open(await openToken(ctx, current))
  if (response.status !== 401) return response
  const renewed = current === account && account.refresh_token !== null ? await refreshAccount(ctx, account) : null
  const again = renewed && (await open(await openToken(ctx, renewed)))
  if (again && again.status !== 401) return again
  await markBroken(ctx, renewed ?? current)
  throw brokenConnection(account.module_name)
}

function endsSoon({ refresh_token, expires_at }: AccountRow, now: number): boolean {
  return refresh_token !== null && expires_at !== null && expires_at - now <= REFRESH_BEFORE
}

/** A token that cannot be read is kept while the user is asked to reconnect: the operator may restore its key. */
async function openToken(ctx: Ctx, account: AccountRow): Promise<AccountValues> {
  try {
    return readCredentials(await decryptToken(ctx.settings.TOKEN_KEYS, accountOwner(account), account.access_token))
  } catch (cause) {
    log('error', 'token_unreadable', { module_name: account.module_name, account: account.id })
    const { message, detail } = brokenConnection(account.module_name)
    throw new AppError('connection_broken', { ...detail, message, cause })
  }
}
