import type { RunnerCtx } from '../../system/context/context.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { log } from '../../system/log/log.ts'
import { brokenConnection, markBroken } from './mark-broken.ts'
import { findOAuthClient } from '../oauth/find-client.ts'
import { isGrantRefused, refreshTokens, type Tokens } from '../oauth/oauth-client.ts'
import { readSignIn, withServer } from '../oauth/sign-in-tokens.ts'
import { OUTBOUND_TIMEOUT, PLACE_WAIT } from '../../system/call-places/call-places.ts'
import { renewSession, sessionOf } from '../pasted-values/sessions.ts'
import { sealTokens } from '../accounts/store-account.ts'
import {
  readAccount,
  releaseRefresh,
  setTokens,
  takeRefresh,
  type AccountRow,
} from '../../db/connections/connected-accounts.ts'
import { readServiceRow } from '../../db/services/service-catalog.ts'
import { accountOwner, decryptToken } from '../../system/secrets/token-encryption.ts'

/** Longer than a request may take, so that a crash does not block others for long. */
const LEASE = PLACE_WAIT + OUTBOUND_TIMEOUT + 5000
const POLL_INTERVAL = 100

/**
 * Refreshes the account's tokens. Of several concurrent requests, one asks the service and the others use its result.
 * Throws `connection_broken` if the service refuses, `service_unreachable` if it does not answer.
 */
export async function refreshAccount(ctx: RunnerCtx, account: AccountRow): Promise<AccountRow> {
  const leased = await takeRefresh(ctx, account, LEASE)
  return leased ? refreshNow(ctx, leased) : refreshedByAnother(ctx, account)
}

async function refreshNow(ctx: RunnerCtx, account: AccountRow): Promise<AccountRow> {
  try {
    const refreshed = await askForTokens(ctx, account)
    return refreshed ? await saveTokens(ctx, account, refreshed) : await endConnection(ctx, account)
  } catch (error) {
    if (isGrantRefused(error)) return endConnection(ctx, account)
    await releaseRefresh(ctx, account)
    if (error instanceof AppError) throw error
    log('warn', 'refresh_failed', { module_name: account.module_name, message: String(error) })
    throw new AppError('service_unreachable', { cause: error })
  }
}

type Refreshed = { tokens: Tokens; previous_refresh_token: string | null }

/** A connection that was made again meanwhile works. Throws `connection_broken` where it was not. */
async function endConnection(ctx: RunnerCtx, account: AccountRow): Promise<AccountRow> {
  if (await markBroken(ctx, account)) throw brokenConnection(account.module_name)
  return readWorking(ctx, account)
}

/** Null where the service no longer accepts what a session was opened with. */
async function askForTokens(ctx: RunnerCtx, account: AccountRow): Promise<Refreshed | null> {
  const session = sessionOf(account.module_name)
  if (session) {
    const renewed = await renewSession(ctx, session, account)
    return renewed && { tokens: renewed, previous_refresh_token: null }
  }
  const service = await readServiceRow(ctx, account.module_name)
  if (!service || account.refresh_token === null) throw new Error('The service is not set up.')
  const refresh = async (sealed: string): Promise<Refreshed> => {
    const opened = await decryptToken(ctx.settings.TOKEN_KEYS, accountOwner(account), sealed)
    const { token, server, values } = readSignIn(account.module_name, opened) ?? {
      token: null,
      server: null,
      values: {},
    }
    const client = await findOAuthClient(ctx, service, server)
    if (!client || token === null) throw new Error('The service is not set up.')
    const { refresh_token, scopes, ...tokens } = await refreshTokens(ctx, client, token)
    const renewed = { ...tokens, refresh_token: refresh_token ?? token, scopes: scopes ?? account.scopes }
    return {
      tokens: withServer(renewed, server, values),
      previous_refresh_token: client.is_ifttt && refresh_token !== null && refresh_token !== token ? sealed : null,
    }
  }
  try {
    return await refresh(account.refresh_token)
  } catch (error) {
    // The service may have lost what it gave us last; until that has worked, the one before counts too.
    if (!isGrantRefused(error) || account.previous_refresh_token === null) throw error
    return refresh(account.previous_refresh_token)
  }
}

/** Saves the tokens, unless the account was connected again: those tokens are newer and stay. */
async function saveTokens(
  ctx: RunnerCtx,
  account: AccountRow,
  { tokens, previous_refresh_token }: Refreshed,
): Promise<AccountRow> {
  const sealed = await sealTokens(ctx, account, tokens)
  return (await setTokens(ctx, account, { ...sealed, previous_refresh_token })) ?? readWorking(ctx, account)
}

async function refreshedByAnother(ctx: RunnerCtx, account: AccountRow): Promise<AccountRow> {
  for (let waited = 0; waited < LEASE; waited += POLL_INTERVAL) {
    const row = await readWorking(ctx, account)
    if (row.version !== account.version) return row
    if (row.refreshing_until === null) break
    await pause(POLL_INTERVAL)
  }
  throw new AppError('service_unreachable')
}

/** Reads the account again. Throws `connection_broken` if it is gone or broken. */
async function readWorking(ctx: RunnerCtx, account: AccountRow): Promise<AccountRow> {
  const row = await readAccount(ctx, account.id)
  if (!row || row.status === 'broken') throw brokenConnection(account.module_name)
  return row
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
