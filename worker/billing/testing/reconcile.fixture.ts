import type { Ctx } from '../../system/context/context.ts'
import { RECONCILE_PARTS, type ReconcilePart } from '../../contract/jobs/scheduled-task.ts'
import { reconcilePart } from '../reconcile/reconcile.ts'

/** As many portions as the queue brings in the tests' longest outage, of weeks. */
const PORTIONS = 300

/** A quarter of an hour's reconciliation: each part, portion after portion, as the queue brings them. */
export async function reconcile(ctx: Ctx) {
  const found = new Map<ReconcilePart, { looked: number; repaired: number } | null>()
  for (const part of RECONCILE_PARTS) found.set(part, await runWhole(ctx, part))
  const of = (part: ReconcilePart) => found.get(part) ?? null
  return {
    subscribe_attempts: of('subscribe_attempts'),
    unhandled: of('unhandled'),
    missed: of('missed'),
    subscriptions: of('subscriptions'),
    promotions: of('promotions'),
    schedules: of('schedules'),
    account: of('account'),
    credit: of('credit'),
  }
}

async function runWhole(ctx: Ctx, part: ReconcilePart) {
  const before = ctx.now()
  const sum = { looked: 0, repaired: 0 }
  for (let portion = 0; portion < PORTIONS; portion++) {
    const repairs = await reconcilePart(ctx, part, before)
    if (!repairs) return null
    sum.looked += repairs.looked
    sum.repaired += repairs.repaired
    if (!repairs.more) break
  }
  return sum
}
