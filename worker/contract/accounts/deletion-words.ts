import { creditEndsInWords } from '../billing/credit-words.ts'
import type { DeletionMoney } from './account-deletion.ts'

/** Says which money is refunded if an account goes, and which is not. `plan`: its name. `state`: of the plan. */
export function deletionRefundInWords(
  { credit, time_left }: Pick<DeletionMoney, 'credit' | 'time_left'>,
  plan: string,
  state: 'ends' | 'ended',
): string[] {
  if (credit === 'unknown') return ['Unused time of a year, and credit for it, is refunded to the card that paid.']
  const refunds = credit !== null && (credit.refunds.length > 0 || credit.unplaced > 0)
  return [
    ...(time_left && !refunds ? [`What is left of ${plan} ends without a refund.`] : []),
    ...(credit ? creditEndsInWords(credit, state, plan, 'goes') : []),
  ]
}
