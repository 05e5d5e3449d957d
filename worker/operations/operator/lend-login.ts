import type { Ctx } from '../../system/context/context.ts'
import type { LendLoginInput } from '../../contract/operator/operator-input.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { lendLogin, readBorrower, takeLoginBack } from '../../db/users/lent-logins.ts'
import { readShownAuthor } from '../../db/moderation/takedowns.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { invalidField } from '../../system/errors/invalid-field.ts'
import { log } from '../../system/log/log.ts'
import { isReservedLogin } from '../../users/logins/reserved-logins.ts'
import { requireProvenOperator } from '../../users/session/require-operator.ts'

/**
 * PATCH /api/operator/logins/{login}: lends a reserved user name to a user, who may then take it and publish under it, or
 * takes it back. Throws as `requireProvenOperator`, `invalid_input` (422) for a name that is not reserved or a user who is
 * not there, `login_taken` (409) for one that is lent to another, `not_found` for one to take back that is not lent.
 */
export async function changeLentLogin(ctx: Ctx, login: string, { to }: LendLoginInput): Promise<{ to: string | null }> {
  const operator = await requireProvenOperator(ctx)
  const borrower = await readBorrower(ctx, login)
  if (to === null) {
    if (!borrower) throw new AppError('not_found')
    await takeLoginBack(ctx, operator, login, borrower)
  } else {
    if (!isReservedLogin(login, ctx.settings.PRODUCT_NAME)) throw invalidField('login', SENTENCES.login_not_reserved)
    const user = await readShownAuthor(ctx, to)
    if (!user) throw invalidField('to', SENTENCES.no_such_user)
    if (borrower && borrower.id !== user.id)
      throw new AppError('login_taken', { attribute: 'login', message: SENTENCES.login_lent })
    await lendLogin(ctx, operator, login, user)
  }
  log('info', to === null ? 'take_login_back' : 'lend_login', { login: login.toLowerCase(), user_id: operator.id })
  return { to }
}
