import type { RunnerCtx } from '../context/context.ts'
import type { Env } from '../context/env.ts'
import { log } from '../log/log.ts'
import { recordMetric } from '../metrics/record-metric.ts'
import { networkOf } from './network-of.ts'
import { blockFor, isBlockedBy } from './temporary-blocks.ts'

/** The secret that a caller did not know: a hook's key, a service's key, Stripe's, or the token of a mail's link. */
export type Guess = 'hook' | 'service_key' | 'stripe_event' | 'mail_token'

type Limiters = Pick<Env, 'CALLS_PRO'>

/** Whether this network has guessed wrong too often just now. */
export function isGuessing({ CALLS_PRO: limiter }: Limiters, { ip, now }: RunnerCtx, guess: Guess): boolean {
  return isBlockedBy(limiter, blockName(guess, ip), now())
}

/** Counts a wrong guess: 240 a minute of one network, then it is blocked for a while. */
export async function countGuess({ CALLS_PRO: limiter }: Limiters, ctx: RunnerCtx, guess: Guess): Promise<void> {
  recordMetric(ctx, 'call_refused', { guess })
  const name = blockName(guess, ctx.ip)
  if (!limiter || (await isAllowed(limiter, name))) return
  if (!isBlockedBy(limiter, name, ctx.now())) log('warn', 'rate_limited', { rule: 'guesses', who: guess })
  blockFor(limiter, name, ctx.now())
}

function blockName(guess: Guess, ip: string): string {
  return `${guess}:${networkOf(ip)}`
}

/** A failing limiter lets it through. */
export async function isAllowed(limiter: RateLimit, key: string): Promise<boolean> {
  try {
    return (await limiter.limit({ key })).success
  } catch (error) {
    log('error', 'rate_limiter_failed', { message: String(error) })
    return true
  }
}
