import type { Env } from '../context/env.ts'
import { log } from '../log/log.ts'

export type HookLimiters = Pick<Env, 'HOOKS_REFUSED' | 'HOOKS_REREAD'>

/** How long the Worker answers for a key by itself, in ms. */
const BLOCKED_FOR = 10_000
/** How many keys one isolate remembers. */
const MOST_KEYS = 1000

/** Keys of each limiter that were refused too often, with the end of their block. The Worker's isolates do not share it. */
const blockedKeys = new WeakMap<object, Map<string, number>>()

/** Whether the Worker answers 404 by itself, without asking the Runner. */
export function isBlocked({ HOOKS_REFUSED: limiter }: HookLimiters, key_hash: string, now: number): boolean {
  const until = limiter && blockedKeys.get(limiter)?.get(key_hash)
  return until !== undefined && now < until
}

/** Counts a refused key. Beyond 20 a minute for one Runner its refused keys are blocked for a while. */
export async function countRefused(
  { HOOKS_REFUSED: limiter }: HookLimiters,
  { runner_id, key_hash }: { runner_id: string; key_hash: string },
  now: number,
): Promise<void> {
  if (!limiter || (await isAllowed(limiter, runner_id))) return
  const keys = blockedKeys.get(limiter) ?? new Map<string, number>()
  if (keys.size >= MOST_KEYS) keys.clear()
  blockedKeys.set(limiter, keys.set(key_hash, now + BLOCKED_FOR))
}

/** Whether D1 may be read again for this Runner: at most once in ten seconds. */
export function mayReadAgain({ HOOKS_REREAD: limiter }: HookLimiters, runner_id: string): Promise<boolean> {
  return limiter ? isAllowed(limiter, runner_id) : Promise.resolve(true)
}

/** A failing limiter lets it through. */
async function isAllowed(limiter: RateLimit, key: string): Promise<boolean> {
  try {
    return (await limiter.limit({ key })).success
  } catch (error) {
    log('error', 'rate_limiter_failed', { message: String(error) })
    return true
  }
}
