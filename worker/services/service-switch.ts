import type { RunnerCtx } from '../system/context/context.ts'

/** How long an isolate trusts what it read, in ms. */
const CACHED_FOR = 30_000

const known = new Map<string, { off: boolean; read_at: number }>()

const PREFIX = 'off:'

/** The key in KV that turns a service off. */
export function switchKey(module_name: string): string {
  return PREFIX + module_name
}

/** The services that are turned off. */
export async function servicesSwitchedOff({ kv }: Pick<RunnerCtx, 'kv'>): Promise<Set<string>> {
  const { keys } = await kv.list({ prefix: PREFIX })
  return new Set(keys.map(({ name }) => name.slice(PREFIX.length)))
}

/**
 * The operator's kill switch of a service (/settings/operator, or `wrangler kv key put off:{module_name} 1`): holds its
 * runs and stops its polls within half a minute. Without KV a service counts as on.
 */
export async function isServiceOff({ kv, now }: Pick<RunnerCtx, 'kv' | 'now'>, module_name: string): Promise<boolean> {
  const cached = known.get(module_name)
  // What was read at a later time is of a clock that has gone back.
  const age = cached ? now() - cached.read_at : -1
  if (cached && age >= 0 && age < CACHED_FOR) return cached.off
  const off = await kv.get(switchKey(module_name)).then(
    (value) => value !== null,
    () => cached?.off ?? false,
  )
  known.set(module_name, { off, read_at: now() })
  return off
}

/** Those of the services that are turned off. */
export async function servicesStopped(
  ctx: Pick<RunnerCtx, 'kv' | 'now'>,
  module_names: readonly string[],
): Promise<Set<string>> {
  const off = await Promise.all(module_names.map((module_name) => isServiceOff(ctx, module_name)))
  return new Set(module_names.filter((_, index) => off[index]))
}
