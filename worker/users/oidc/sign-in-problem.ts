import type { SignInProblem } from '../../contract/oidc/oidc-sign-in.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { log } from '../../system/log/log.ts'

/** The problem to show for a failure. The log has the details. */
export function signInProblem(error: unknown): SignInProblem {
  if (error instanceof AppError && error.code === 'rate_limited') return 'too_many'
  log('warn', 'oidc_failed', { message: String(error) })
  return 'failed'
}
