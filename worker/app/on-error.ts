import type { Context } from 'hono'
import type { Ctx } from '../system/context/context.ts'
import type { HonoEnv } from '../system/context/hono-env.ts'
import { DELETION_PAGE } from '../contract/accounts/account-deletion.ts'
import { AppError } from '../system/errors/app-error.ts'
import { refusalOf } from '../system/http/refusal-of.ts'
import { readPendingDeletion } from '../users/session/pending-deletion.ts'

/**
 * Turns every thrown error into a response. An unknown error is logged and answered as `internal`; `not_signed_in` of an
 * account that is being deleted as `account_deleting`.
 */
export async function onError(thrown: Error, c: Context<HonoEnv>): Promise<Response> {
  const error = await ofDeletion(refusalOf(thrown), c)
  c.header('cache-control', 'private, no-store')
  if (error.detail.retryAfter) c.header('retry-after', String(error.detail.retryAfter))
  return c.json(error.envelope, error.status)
}

async function ofDeletion(error: AppError, c: Context<HonoEnv>): Promise<AppError> {
  if (error.code !== 'not_signed_in') return error
  const pending = await pendingDeletion(c.get('ctx'))
  return pending ? new AppError('account_deleting', { redirectTo: DELETION_PAGE, cause: error }) : error
}

/** Where D1 cannot say, the first refusal stands. */
async function pendingDeletion(ctx: Ctx) {
  try {
    return await readPendingDeletion(ctx)
  } catch {
    return null
  }
}
