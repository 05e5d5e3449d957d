import type { BillingPlan } from '../../../../worker/contract/billing/billing-overview.ts'
import { planName } from '../overview/billing-words.ts'

/** Says that a switch takes a booked downgrade back. */
export function KeepsPlanNote({ plan }: { plan: BillingPlan }) {
  return plan.next ? (
    <p className="quiet-text">
      You keep {planName(plan)}: your change to {planName(plan.next)} is taken back.
    </p>
  ) : null
}
