import type { Ctx } from '../context/context.ts'
import { joinBatches } from '../db/join-batches.ts'

/** For a document that only reads: its fields are read at once, and what they ask of D1 together takes one round trip. */
export function readTogether(ctx: Ctx): Ctx {
  return { ...ctx, db: joinBatches(ctx.db) }
}
