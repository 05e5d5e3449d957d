import { env } from 'cloudflare:test'
import type { Ctx } from '../system/context/context.ts'
import { settingsOf } from '../system/context/env.ts'
import { makeCtx } from '../app/context/make-ctx.ts'
import { databaseAround, rowsReadFor } from './database-around.ts'

/** How many round trips to D1 this makes, as the caller of `ctx`. A batch counts once. */
export async function roundTrips(ctx: Ctx, run: (ctx: Ctx) => Promise<unknown>): Promise<number> {
  let count = 0
  const counting = databaseAround(env.DB, (_asked, ask) => {
    count += 1
    return ask()
  })
  await run(withDatabase(ctx, counting))
  return count
}

/** How many rows D1 reads for this, as the caller of `ctx`. */
export async function rowsRead(ctx: Ctx, run: (ctx: Ctx) => Promise<unknown>): Promise<number> {
  let rows = 0
  const counting = databaseAround(env.DB, async (asked, ask) => {
    const answer = await ask()
    rows += await rowsReadFor(env.DB, asked, answer)
    return answer
  })
  await run(withDatabase(ctx, counting))
  return rows
}

function withDatabase(ctx: Ctx, database: D1Database): Ctx {
  const caller = { sessionHash: ctx.sessionHash, userMark: ctx.userMark, userAgent: null, ip: '' }
  return makeCtx({ ...env, DB: database }, settingsOf(env), caller, () => {}, ctx.now)
}

/** The class has private members that an object cannot have, hence this cast. */
export function databaseLike(value: object): D1Database {
  return value as D1Database
}
