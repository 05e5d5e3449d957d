import type { Ctx } from '../../system/context/context.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { isLentLogin } from '../../db/users/lent-logins.ts'
import { invalidField } from '../../system/errors/invalid-field.ts'
import { isReservedLogin } from './reserved-logins.ts'

/**
 * Throws `invalid_input` (422) for a reserved user name. `user_id`: whose it will be; an operator may have lent it to them.
 * Null for someone who joins.
 */
export async function requireOwnLogin(ctx: Ctx, login: string, user_id: string | null): Promise<void> {
  if (!(await isReservedFor(ctx, login, user_id))) return
  throw invalidField('login', SENTENCES.login_reserved)
}

/** Whether a user name is reserved, and no operator has lent it to this user. */
export async function isReservedFor(ctx: Ctx, login: string, user_id: string | null): Promise<boolean> {
  if (!isReservedLogin(login, ctx.settings.PRODUCT_NAME)) return false
  return user_id === null || !(await isLentLogin(ctx, login, user_id))
}
