import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'

/** The page shows a plan that Stripe or our catalog no longer has like this. */
export function planChanged(): AppError {
  return new AppError('conflict', { message: SENTENCES.plan_changed })
}
