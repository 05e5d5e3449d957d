import type { RunnerCtx } from '../../system/context/context.ts'
import { readAppletOfHookKey, readUserOfRunner } from '../../db/runners.ts'
import { readAnyRunnerId } from '../../db/runners/told-runners.ts'
import type { RunnerApi } from '../../system/runner-api/runner-api.ts'
import type { Env } from '../../system/context/env.ts'
import { blockFor, isAllowed, isBlockedBy, isGuessing } from '../../system/rate-limit/refused-calls.ts'
import { syncRunner } from '../runner-sync/sync-runner.ts'
import { sha256 } from '../../system/secrets/hashes.ts'
import { parseHookKey } from '../../system/secrets/hook-key.ts'

export type HookLimiters = Pick<Env, 'HOOKS_REFUSED' | 'HOOKS_REREAD' | 'CALLS_PRO'>

/** The Runner that a key leads to. */
export type FoundRunner = { runner: RunnerApi; runner_id: string; key_hash: string }

/** Null for a key that no Runner has to be asked about. Only old keys, which do not name their Runner, read D1. */
export async function findRunner(ctx: RunnerCtx, limiters: HookLimiters, key: string): Promise<FoundRunner | null> {
  const parsed = await parseHookKey(ctx, key)
  if (parsed.kind === 'forged') return null
  const key_hash = await sha256(key)
  if (isBlockedBy(limiters.HOOKS_REFUSED, key_hash, ctx.now())) return null
  if (parsed.kind === 'old' && isGuessing(limiters, ctx, 'hook')) return null
  const runner_id = parsed.kind === 'old' ? await findOldRunner(ctx, key_hash) : parsed.runner_id
  if (runner_id !== null) return { runner: ctx.runners.get(runner_id), runner_id, key_hash }
  await countRefused(limiters, { runner_id: 'none', key_hash }, ctx.now())
  return null
}

/** Makes the Runner of a user who has none yet. */
async function findOldRunner(ctx: RunnerCtx, key_hash: string): Promise<string | null> {
  const found = await readAppletOfHookKey(ctx, key_hash)
  if (!found || found.runner_id !== null) return found?.runner_id ?? null
  await syncRunner(ctx, found.user_id)
  return readAnyRunnerId(ctx, found.user_id)
}

/**
 * Asks the Runner. Where it does not know the key, D1 is read once and the Runner told before it is asked again: it may
 * not have heard of a new key yet. Null if the key is unknown.
 */
export async function askRunner<Answer>(
  ctx: RunnerCtx,
  limiters: HookLimiters,
  found: FoundRunner,
  ask: (runner: RunnerApi) => Promise<Answer | null>,
): Promise<Answer | null> {
  const first = await ask(found.runner)
  if (first !== null) return first
  const again = (await mayReadAgain(limiters, found.runner_id)) ? await tellAndAsk(ctx, found, ask) : null
  if (again === null) await countRefused(limiters, found, ctx.now())
  return again
}

async function tellAndAsk<Answer>(
  ctx: RunnerCtx,
  { runner, runner_id }: FoundRunner,
  ask: (runner: RunnerApi) => Promise<Answer | null>,
): Promise<Answer | null> {
  const user_id = await readUserOfRunner(ctx, runner_id)
  if (user_id === null || !(await syncRunner(ctx, user_id, { again: true }))) return null
  return ask(runner)
}

/** Counts a refused key. Beyond 20 a minute for one Runner its refused keys are blocked for a while. */
async function countRefused(
  { HOOKS_REFUSED: limiter }: HookLimiters,
  { runner_id, key_hash }: { runner_id: string; key_hash: string },
  now: number,
): Promise<void> {
  if (limiter && !(await isAllowed(limiter, runner_id))) blockFor(limiter, key_hash, now)
}

/** Whether D1 may be read again for this Runner: at most once in ten seconds. */
function mayReadAgain({ HOOKS_REREAD: limiter }: HookLimiters, runner_id: string): Promise<boolean> {
  return limiter ? isAllowed(limiter, runner_id) : Promise.resolve(true)
}
