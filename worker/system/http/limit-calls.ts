import type { Context, Next } from 'hono'
import { networkOf } from '../rate-limit/network-of.ts'
import { isAllowed } from '../rate-limit/refused-calls.ts'
import type { Ctx } from '../context/context.ts'
import { FOR_PAGE } from '../../contract/site.ts'
import { PLANS, type Plan, type Tier } from '../../contract/tiers.ts'
import type { Env } from '../context/env.ts'
import { AppError } from '../errors/app-error.ts'
import type { HonoEnv } from '../context/hono-env.ts'
import { log } from '../log/log.ts'

type Limiters = Pick<Env, 'CALLS' | 'CALLS_PRO' | 'CALLS_PRO_PLUS'>

/** Fetching the CSRF token only precedes another call, which is counted itself. */
const NOT_COUNTED = '/api/csrf_token'
/** The limiters' period. They do not report how much of it is left. */
const PERIOD_SECONDS = 60

/**
 * Limits the calls per minute by tier. Requests of the edge for its own pages do not count; only the edge can
 * send that header, because the Worker has no public address (wrangler.toml). Throws `rate_limited` (429).
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
 * Who made one call too many, or null. The allowance of every tier is counted by the mark that all session cookies of a
 * user have, without reading D1. Beyond it the user is looked up and counted in the limiter with the rest of their tier's allowance. A cookie without a session
 * is a visitor, counted by network; beyond the network's count of sessions, every session has to be a real one.
 */
export async function isOverCallLimit(ctx: Ctx, limiters: Limiters): Promise<Tier | 'visitor' | null> {
  const network = networkOf(ctx.ip)
  const ofVisitor = async () => ((await within(limiters.CALLS_PRO, `visitors:${network}`)) ? null : 'visitor')
  if (!ctx.sessionHash) return ofVisitor()
  const [first, calm] = await Promise.all([
    within(limiters.CALLS, `mark:${ctx.userMark}`),
    within(limiters.CALLS_PRO_PLUS, `sessions:${network}`),
  ])
  if (first && calm) return null
  const user = await ctx.user()
  if (!user) return ofVisitor()
  return first || (await withinTier(limiters, user)) ? null : user.tier
}

/** The limiter that counts what a plan allows beyond the calls of every session. */
const LIMITERS: Record<Plan['api_requests_per_minute'], keyof Limiters | null> = {
  60: null,
  300: 'CALLS_PRO',
  1200: 'CALLS_PRO_PLUS',
}

async function withinTier(limiters: Limiters, { id, tier }: { id: string; tier: Tier }) {
  const limiter = LIMITERS[PLANS[tier].api_requests_per_minute]
  return limiter !== null && within(limiters[limiter], `user:${id}`)
}

/** A missing or failing limiter lets the call through: it slows callers down and protects no rights. */
async function within(limiter: RateLimit | undefined, key: string): Promise<boolean> {
  return limiter === undefined || isAllowed(limiter, key)
}
