import { env } from 'cloudflare:test'
import type { Ctx } from '../system/context/context.ts'
import { settingsOf } from '../system/context/env.ts'
import { makeCtx } from '../app/context/make-ctx.ts'

/** How many round trips to D1 this makes, as the caller of `ctx`. A batch counts once. */
export async function roundTrips(ctx: Ctx, run: (ctx: Ctx) => Promise<unknown>): Promise<number> {
  let count = 0
  await run(
    withDatabase(
      ctx,
      countingDatabase(() => count++),
    ),
  )
  return count
}

/** How many rows D1 reads for the batches and single selects of this, which is what D1 bills. */
export async function rowsRead(ctx: Ctx, run: (ctx: Ctx) => Promise<unknown>): Promise<number> {
  let rows = 0
  await run(
    withDatabase(
      ctx,
      countingDatabase(nothing, (read) => (rows += read)),
    ),
  )
  return rows
}

function nothing() {}

function withDatabase(ctx: Ctx, database: D1Database): Ctx {
  const caller = { sessionHash: ctx.sessionHash, userMark: ctx.userMark, userAgent: null, ip: '' }
  return makeCtx({ ...env, DB: database }, settingsOf(env), caller, nothing, ctx.now)
}

function countingDatabase(onAsked: () => void, onRead: (rows: number) => void = nothing): D1Database {
  const asked = <Result>(result: Result) => {
    onAsked()
    return result
  }
  const realOf = new WeakMap<object, D1PreparedStatement>()
  const wrap = (real: D1PreparedStatement, query: string): D1PreparedStatement => {
    const wrapped = {
      bind: (...values: unknown[]) => wrap(real.bind(...values), query),
      all: () => asked(real.all()),
      run: () => asked(real.run()),
      first: (column?: string) => asked(column === undefined ? real.first() : real.first(column)),
      raw: async (options?: { columnNames?: false }) => {
        // \`raw\` does not say what it read, so a select is asked again in a batch.
        if (/^select/i.test(query)) for (const { meta } of await env.DB.batch([real])) onRead(meta.rows_read)
        return asked(real.raw(options))
      },
    }
    realOf.set(wrapped, real)
    return statementLike(wrapped)
  }
  return databaseLike({
    prepare: (query: string) => wrap(env.DB.prepare(query), query),
    batch: async (statements: D1PreparedStatement[]) => {
      onAsked()
      const results = await env.DB.batch(statements.map((each) => realOf.get(each) ?? each))
      for (const { meta } of results) onRead(meta.rows_read)
      return results
    },
  })
}

/** The classes have private members that a wrapper cannot have, hence these two casts. */
function statementLike(value: object): D1PreparedStatement {
  return value as D1PreparedStatement
}

export function databaseLike(value: object): D1Database {
  return value as D1Database
}
