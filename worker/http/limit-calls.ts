import type { Context, Next } from 'hono'
import { networkOf } from '../rate-limit/rate-limit.ts'
import type { Ctx } from '../context/context.ts'
import { FOR_PAGE } from '../contract/site.ts'
import { TIER_LIMITS, type Tier } from '../contract/tiers.ts'
import type { Env } from '../context/env.ts'
import { AppError } from '../errors/app-error.ts'
import type { HonoEnv } from '../context/hono-env.ts'
import { log } from '../log/log.ts'

type Limiters = Pick<Env, 'CALLS' | 'CALLS_PRO' | 'CALLS_PRO_PLUS'>

/** The token only precedes the call that it is for, and costs no reading: that call is the one that counts. */
const NOT_COUNTED = '/api/csrf_token'
/** The limiters' period; they do not tell how much of it is left. */
const PERIOD_SECONDS = 60

/**
 * Calls a minute by tier (§D3.3). What the edge asks for its own pages is not a call; that nobody else says so is
 * sure because the Worker has no address of its own (wrangler.toml). Throws `rate_limited` (429).
 */
export async function limitCalls(c: Context<HonoEnv>, next: Next) {
  if (c.req.header(FOR_PAGE) === undefined && c.req.path !== NOT_COUNTED) {
    const who = await isOverCallLimit(c.get('ctx'), c.env)
    if (who !== null) {
      log('warn', 'rate_limited', { rule: 'api_calls', who })
      throw new AppError('rate_limited', { retryAfter: PERIOD_SECONDS })
    }
  }
  return next()
}

/**
 * Who made one call too many, or null. What every tier allows is counted by session, which costs no reading; only who
 * has used that up is looked up and counted on, by user, in the limiter that holds what the tier allows beyond it. A
 * cookie that is no session is a visitor, and visitors are counted by network: whoever makes cookies up meets the
 * network's own count, past which every session has to be a real one.
 */
export async function isOverCallLimit(ctx: Ctx, limiters: Limiters): Promise<Tier | 'visitor' | null> {
  const network = networkOf(ctx.ip)
  const ofVisitor = async () => ((await within(limiters.CALLS_PRO, `visitors:${network}`)) ? null : 'visitor')
  if (!ctx.sessionHash) return ofVisitor()
  const [first, calm] = await Promise.all([
    within(limiters.CALLS, `session:${ctx.sessionHash}`),
    within(limiters.CALLS_PRO_PLUS, `sessions:${network}`),
  ])
  if (first && calm) return null
  const user = await ctx.user()
  if (!user) return ofVisitor()
  return first || (await withinTier(limiters, user)) ? null : user.tier
}

async function withinTier({ CALLS_PRO, CALLS_PRO_PLUS }: Limiters, { id, tier }: { id: string; tier: Tier }) {
  const beyond = TIER_LIMITS[tier].api_requests_per_minute - TIER_LIMITS.free.api_requests_per_minute
  if (beyond === 0) return false
  return within(tier === 'pro' ? CALLS_PRO_PLUS : CALLS_PRO, `user:${id}`)
}

/** A limiter that is not bound, or that fails, lets through: it is a brake, and no right depends on it. */
async function within(limiter: RateLimit | undefined, key: string): Promise<boolean> {
  if (!limiter) return true
  try {
    return (await limiter.limit({ key })).success
  } catch (error) {
    log('error', 'rate_limiter_failed', { message: String(error) })
    return true
  }
}
