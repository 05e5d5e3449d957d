import type { ClockCtx, DbCtx } from '../../system/context/context.ts'
import { trial_promotions } from '../../db/schema/trial-promotions.ts'
import type { CheckoutPromise } from './promised-amount.ts'

type Attempt = { attempt_id: string; user_id: string }

/** The statement that stores a promise in the batch that claims its attempt. */
export function claimTrialPromotion({ db, now }: DbCtx & ClockCtx, attempt: Attempt, promise: CheckoutPromise) {
  const at = now()
  return db.insert(trial_promotions).values({ ...attempt, ...promise, created_at: at, updated_at: at })
}
