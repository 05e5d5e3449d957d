import type { FieldOption } from '../../contract/connections/service.ts'
import { HOUR } from '../../contract/shared/durations.ts'
import type { Ctx } from '../../system/context/context.ts'
import { log } from '../../system/log/log.ts'
import { sha256 } from '../../system/secrets/hashes.ts'

/** For so long a service without accounts is not asked again for the same choices, in ms. */
const KEPT = 6 * HOUR

/**
 * The choices that everyone gets alike, as the last user got them: public services ask for fair use. `of`: all that they
 * depend on. `ask` returns null where there is no answer, which is not kept.
 */
export async function sharedOptions(
  ctx: Pick<Ctx, 'kv' | 'defer'>,
  of: readonly unknown[],
  ask: () => Promise<FieldOption[] | null>,
): Promise<FieldOption[] | null> {
  const key = `options:${await sha256(JSON.stringify(of))}`
  const kept = await ctx.kv.get<FieldOption[]>(key, 'json').catch((error: unknown) => noteAway(error))
  if (kept) return kept
  const options = await ask()
  if (options) ctx.defer(ctx.kv.put(key, JSON.stringify(options), { expirationTtl: KEPT / 1000 }).catch(noteAway))
  return options
}

/** KV is only a cache. */
function noteAway(error: unknown): null {
  log('warn', 'options_not_kept', { message: String(error) })
  return null
}
