import type { ActorUser, Ctx } from '../system/context/context.ts'
import type { OperatorAction, OperatorOutcome } from '../contract/operator/operator-overview.ts'
import type { operator_log } from './schema/operator.ts'

type Change = { action: OperatorAction; subject: string; before: object; after: object; outcome: OperatorOutcome }

/** The row of an operator's change, for its own batch. */
export function changeRow(ctx: Ctx, { id: user_id }: ActorUser, { before, after, ...change }: Change) {
  const texts = { before: JSON.stringify(before), after: JSON.stringify(after) }
  return {
    id: ctx.id('opl'),
    user_id,
    ...change,
    ...texts,
    created_at: ctx.now(),
  } satisfies typeof operator_log.$inferInsert
}
