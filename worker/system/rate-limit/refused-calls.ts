import type { RunnerCtx } from '../context/context.ts'
import type { Env } from '../context/env.ts'
import { log } from '../log/log.ts'
import { recordMetric } from '../metrics/record-metric.ts'
import { networkOf } from './network-of.ts'

/** A failing limiter lets it through. */
export async function isAllowed(limiter: RateLimit, key: string): Promise<boolean> {
  try {
    return (await limiter.limit({ key })).success
  } catch (error) {
    log('error', 'rate_limiter_failed', { message: String(error) })
    return true
  }
}

/** How long this isolate answers for what it has blocked, in ms. */
export const BLOCKED_FOR = 10_000
/** How much one isolate remembers. */
const MOST_BLOCKS = 1000

/** Keys that each limiter refused too often, with the end of each block. The Worker's isolates do not share it. */
const blocksOf = new WeakMap<object, Map<string, number>>()

/** Whether this is blocked, without asking the limiter. */
export function isBlockedBy(limiter: object | undefined, what: string, now: number): boolean {
  const until = limiter && blocksOf.get(limiter)?.get(what)
  return until !== undefined && now < until
}

export function blockFor(limiter: object, what: string, now: number): void {
  const blocks = blocksOf.get(limiter) ?? new Map<string, number>()
  if (blocks.size >= MOST_BLOCKS) blocks.clear()
  blocksOf.set(limiter, blocks.set(what, now + BLOCKED_FOR))
}

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
