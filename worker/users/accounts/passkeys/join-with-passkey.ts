import type { Ctx } from '../../../system/context/context.ts'
import type { CreationOptions, JoinOptionsInput, JoinWithPasskeyInput } from '../../../contract/accounts/passkey.ts'
import { readTaken } from '../../../db/users/users.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { recordMetric } from '../../../system/metrics/record-metric.ts'
import { countTries, JOIN_PER_IP } from '../../../db/rate-limit.ts'
import { networkOf } from '../../../system/rate-limit/network-of.ts'
import { requireOwnLogin } from '../../logins/require-own-login.ts'
import { beginSession, type BegunSession } from '../begin-session.ts'
import { refuseTaken } from '../join.ts'
import { newUser } from '../new-user.ts'
import { sendVerification } from '../send-verification.ts'
import { creationOptions, takeChallenge } from './challenges.ts'
import { newPasskey, refusedPasskey, refuseOwnedElsewhere } from './new-passkey.ts'

/**
 * POST /api/users/passkey_options: what the browser needs to make the passkey of someone who joins. Throws `email_taken`
 * or `login_taken` (409), and
 * `invalid_input` (422) for a reserved user name, before a passkey is made for nothing, and `rate_limited` (429).
 */
export async function joinOptions(ctx: Ctx, input: JoinOptionsInput, browser: string): Promise<CreationOptions> {
  const { email, login } = input
  const taken = await readTaken(ctx, input)
  if (taken.email) throw new AppError('email_taken', { attribute: 'email' })
  await requireOwnLogin(ctx, login, null)
  if (taken.login) throw new AppError('login_taken', { attribute: 'login' })
  return creationOptions(ctx, { id: ctx.id('usr'), email, login }, { purpose: 'join', browser })
}

type Join = JoinWithPasskeyInput & { browser: string | null; timezone?: string | undefined }

/**
 * POST /api/users/passkey: creates an account whose only way in is this passkey, and signs it in. Throws
 * `passkey_refused` (422), `email_taken` or `login_taken` (409), `rate_limited` (429).
 */
export async function joinWithPasskey(ctx: Ctx, { passkey, browser, ...who }: Join): Promise<BegunSession> {
  await countTries(ctx, { limit: JOIN_PER_IP, whom: networkOf(ctx.ip) })
  const challenge = await takeChallenge(ctx, passkey, { purpose: 'join', browser })
  if (!challenge?.user_id) throw refusedPasskey('unknown_challenge')
  const { email, login, timezone } = who
  const user = { ...(await newUser(ctx, { email, login, timezone, password_hash: null })), id: challenge.user_id }
  const key = newPasskey(ctx, user.id, passkey)
  const begun = await beginSession(ctx, user, 'joined', {
    whole: [
      { write: 'user', user },
      { write: 'passkey', passkey: key },
    ],
  }).catch((error: unknown) => refuseOwnedElsewhere(takenBySomeone(error)))
  if (!begun) throw new Error('The new account has no session.')
  ctx.defer(sendVerification(ctx, user))
  recordMetric(ctx, 'joined', { through: 'passkey' })
  return begun
}

/** The refusal that an error stands for, if it is about the address or the user name. */
function takenBySomeone(error: unknown): unknown {
  try {
    return refuseTaken(error)
  } catch (refusal) {
    return refusal
  }
}
