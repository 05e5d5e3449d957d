import type { Ctx } from '../../context/context.ts'
import { RECONCILE_PARTS, type ReconcilePart } from '../../contract/jobs/scheduled-task.ts'
import { reconcilePart } from '../reconcile/reconcile.ts'

/** A quarter of an hour's reconciliation: the first portion of each part. */
export async function reconcile(ctx: Ctx) {
  const found = new Map<ReconcilePart, { looked: number; repaired: number } | null>()
  for (const part of RECONCILE_PARTS) {
    const repairs = await reconcilePart(ctx, part, ctx.now())
    found.set(part, repairs && { looked: repairs.looked, repaired: repairs.repaired })
  }
  const of = (part: ReconcilePart) => found.get(part) ?? null
  return {
    operations: of('operations'),
    unhandled: of('unhandled'),
    missed: of('missed'),
    subscriptions: of('subscriptions'),
    promotions: of('promotions'),
    schedules: of('schedules'),
    account: of('account'),
    credit: of('credit'),
  }
}
