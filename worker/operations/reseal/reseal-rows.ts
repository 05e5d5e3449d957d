import type { Ctx } from '../../system/context/context.ts'
import type { ResealJob } from '../../contract/jobs/jobs.ts'
import { DAY, MINUTE } from '../../contract/shared/durations.ts'
import { resealRows, SEALED_TABLES } from '../../db/upkeep/sealed-rows.ts'
import { log } from '../../system/log/log.ts'
import { newestKeyId } from '../../system/secrets/token-encryption.ts'

/**
 * Once a day, while TOKEN_KEYS has several keys, starts to seal with the first what others have sealed. A whole round
 * that found nothing is remembered, so the next ones cost one read.
 */
export async function startReseal(ctx: Ctx, before: number): Promise<boolean> {
  const { TOKEN_KEYS } = ctx.settings
  const isDue = before % DAY < 15 * MINUTE && TOKEN_KEYS.includes(',')
  if (isDue && (await ctx.kv.get(doneKey(TOKEN_KEYS))) === null)
    await ctx.queue.send({ kind: 'reseal', id: ctx.id('job'), table: SEALED_TABLES[0] ?? '', after: 0, sealed: 0 })
  return false
}

/** Seals a portion again and queues the next one. */
export async function resealPortion(ctx: Ctx, { table, after, sealed }: ResealJob): Promise<void> {
  const portion = await resealRows(ctx, table, after)
  // Queued by an older release: tomorrow's round does it.
  if (!portion) return
  const { written, last, isWhole } = portion
  const total = sealed + written
  const next = isWhole ? SEALED_TABLES[SEALED_TABLES.indexOf(table) + 1] : table
  if (next !== undefined) {
    const rest = { table: next, after: isWhole ? 0 : last, sealed: total }
    return void (await ctx.queue.send({ kind: 'reseal', id: ctx.id('job'), ...rest }))
  }
  log('info', 'resealed', { rows: total })
  if (total === 0) await ctx.kv.put(doneKey(ctx.settings.TOKEN_KEYS), '1')
}

function doneKey(keys: string): string {
  return `resealed:${newestKeyId(keys)}`
}
