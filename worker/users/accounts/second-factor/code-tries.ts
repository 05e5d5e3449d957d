import type { Ctx } from '../../../system/context/context.ts'
import { MINUTE } from '../../../contract/shared/durations.ts'
import { bucketOf, countTries, type RateLimitRule } from '../../../db/rate-limit.ts'
import { networkOf } from '../../../system/rate-limit/network-of.ts'

const WINDOW = 15 * MINUTE

/** One network's tries of one account's codes, one network's of all accounts, and all tries of one account. */
export const CODES_PER_NETWORK: RateLimitRule = { rule: 'code_network', tries: 10, window: WINDOW }
const CODES_PER_IP: RateLimitRule = { rule: 'code_ip', tries: 50, window: WINDOW }
const CODES_PER_ACCOUNT: RateLimitRule = { rule: 'code_account', tries: 10, window: WINDOW }
const CODES_SLOWED: RateLimitRule = { rule: 'code_slowed', tries: 5, window: MINUTE }

/** Counts a try of an account's recovery codes. Returns the buckets that a success forgets. Throws `rate_limited` (429). */
export async function countCodeTry(ctx: Ctx, user_id: string): Promise<string[]> {
  const network = networkOf(ctx.ip)
  const own = { limit: CODES_PER_NETWORK, whom: `${user_id} ${network}` }
  const all = { limit: CODES_PER_ACCOUNT, slowedTo: CODES_SLOWED, whom: user_id }
  await countTries(ctx, { limit: CODES_PER_IP, whom: network }, own, all)
  return Promise.all([own, all].map((tried) => bucketOf(ctx, tried)))
}
