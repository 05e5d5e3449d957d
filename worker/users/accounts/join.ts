import type { Ctx } from '../../system/context/context.ts'
import type { Me } from '../../contract/accounts/me.ts'
import type { JoinInput } from '../../contract/accounts/account-input.ts'
import { uniqueViolation } from '../../db/constraints/unique-violation.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { invalidField } from '../../system/errors/invalid-field.ts'
import { beginSession, type BegunSession } from './begin-session.ts'
import { newUser } from './new-user.ts'
import { hashPassword } from './password-hash.ts'
import { recordMetric } from '../../system/metrics/record-metric.ts'
import { countTries, JOIN_PER_IP } from '../../db/rate-limit.ts'
import { networkOf } from '../../system/rate-limit/network-of.ts'
import { passwordProblem } from './passwords/password-rules.ts'
import { sendVerification } from './send-verification.ts'

type Input = JoinInput & { timezone?: string | undefined }

/**
 * Creates an account and signs it in. The verification mail goes out after the response. Throws `email_taken` or
 * `login_taken` (409), `invalid_input` (422) for a password that is easy to guess or a reserved user name, `rate_limited` (429).
 */
export async function joinAccount(ctx: Ctx, input: Input): Promise<BegunSession & { me: Me }> {
  const message = passwordProblem(input.password, { ...input, product: ctx.settings.PRODUCT_NAME })
  if (message) throw invalidField('password', message)
  await countTries(ctx, { limit: JOIN_PER_IP, whom: networkOf(ctx.ip) })
  const { email, login, timezone } = input
  const password_hash = await hashPassword(input.password, ctx.settings.SCRYPT_N)
  const user = await newUser(ctx, { email, login, timezone, password_hash })
  const begun = await beginSession(ctx, user, 'joined', { whole: [{ write: 'user', user }] }).catch(refuseTaken)
  if (!begun?.me) throw new Error('The new account has no session.')
  ctx.defer(sendVerification(ctx, user))
  recordMetric(ctx, 'joined', { through: 'password' })
  return { ...begun, me: begun.me }
}

/** The unique indexes decide which of two simultaneous joins wins. */
export function refuseTaken(error: unknown): never {
  const met = uniqueViolation(error)
  if (met === 'users.email') throw new AppError('email_taken', { attribute: 'email', cause: error })
  if (met === 'users.login') throw new AppError('login_taken', { attribute: 'login', cause: error })
  throw error
}
