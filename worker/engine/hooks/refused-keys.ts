import type { Env } from '../../system/context/env.ts'
import { isAllowed } from '../../system/rate-limit/refused-calls.ts'
import { blockFor, isBlockedBy } from '../../system/rate-limit/temporary-blocks.ts'

export type HookLimiters = Pick<Env, 'HOOKS_REFUSED' | 'HOOKS_REREAD' | 'CALLS_PRO'>

/** Whether the Worker answers 404 by itself, without asking the Runner. */
export function isBlocked({ HOOKS_REFUSED: limiter }: HookLimiters, key_hash: string, now: number): boolean {
  return isBlockedBy(limiter, key_hash, now)
}

/** Counts a refused key. Beyond 20 a minute for one Runner its refused keys are blocked for a while. */
export async function countRefused(
  { HOOKS_REFUSED: limiter }: HookLimiters,
  { runner_id, key_hash }: { runner_id: string; key_hash: string },
  now: number,
): Promise<void> {
  if (limiter && !(await isAllowed(limiter, runner_id))) blockFor(limiter, key_hash, now)
}

/** Whether D1 may be read again for this Runner: at most once in ten seconds. */
export function mayReadAgain({ HOOKS_REREAD: limiter }: HookLimiters, runner_id: string): Promise<boolean> {
  return limiter ? isAllowed(limiter, runner_id) : Promise.resolve(true)
}
