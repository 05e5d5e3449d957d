import type { Ctx } from '../system/context/context.ts'
import { connect } from '../system/d1/client.ts'
import { databaseLike } from './round-trips.ts'

/** This context, in which something else happens before its nth batch: what another request writes in between. */
export function beforeBatch(ctx: Ctx, nth: number, happen: () => Promise<void>): Ctx {
  const { $client } = ctx.db
  let count = 0
  const batch = async (statements: D1PreparedStatement[]) => {
    count += 1
    if (count === nth) await happen()
    return $client.batch(statements)
  }
  return { ...ctx, db: connect(databaseLike({ prepare: (query: string) => $client.prepare(query), batch })) }
}
