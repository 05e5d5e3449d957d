import type { Ctx } from '../context/context.ts'

/** This context, in which something else happens before its nth batch: what another request writes in between. */
export function beforeBatch(ctx: Ctx, nth: number, happen: () => Promise<void>): Ctx {
  let count = 0
  const db = new Proxy(ctx.db, {
    get: (target, name) => {
      if (name !== 'batch') return Reflect.get(target, name, target)
      return async (...given: Parameters<typeof target.batch>) => {
        count += 1
        if (count === nth) await happen()
        return target.batch(...given)
      }
    },
  })
  return { ...ctx, db }
}
