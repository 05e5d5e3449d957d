import { MINUTE } from '../../../contract/shared/durations.ts'
import type { RateLimitRule } from '../../../db/rate-limit.ts'

/** Samples and dry runs cost services calls; what is done once is really done. */
export const TRIES_PER_USER: RateLimitRule = { rule: 'try_draft', tries: 30, window: MINUTE }
export const DONE_ONCE_PER_USER: RateLimitRule = { rule: 'draft_run_once', tries: 10, window: MINUTE }
