import type { SoldPlan } from '../../../../worker/contract/tiers.ts'
import type { MutationError } from '../../../../worker/contract/graphql/graphql-documents.ts'
import { ABANDONED_CHECKOUT } from '../../../../worker/contract/graphql/purchase-documents.ts'
import type { Store } from '../../../browser/storage/storage.ts'
import type { PaymentState } from '../../payment/payment-flow.ts'

/**
 * Whether leaving checkout now abandons it: the user chose a price or tried to pay, and no payment is pending.
 * A reminder must not ask for money while a payment is pending or its outcome is unknown.
 */
export function isAbandoned(chosen: boolean, { kind, attempt }: Pick<PaymentState, 'kind' | 'attempt'>): boolean {
  return kind === 'idle' && (chosen || attempt > 0)
}

type Ports = { user_id: string; store: Pick<Store, 'read' | 'write'>; tell(plan: SoldPlan): unknown }

/** Watches one checkout and reports it as abandoned at most once per user and session. */
export function abandonedWatch({ user_id, store, tell }: Ports) {
  const key = `checkout-abandoned-${user_id}`
  let chosen = false
  return {
    chose() {
      chosen = true
    },
    left(plan: SoldPlan, state: Pick<PaymentState, 'kind' | 'attempt'>) {
      if (!isAbandoned(chosen, state) || store.read(key) !== null) return
      store.write(key, '1')
      void tell(plan)
    },
  }
}

type Asking = typeof ABANDONED_CHECKOUT
type Answer = { userProAbandonedCheckoutEmail: { errors: readonly MutationError[] } }
type Seams = {
  debug: boolean
  ask(operation: Asking, variables: { plan_id: SoldPlan }): Promise<Answer>
  log(what: string, error: unknown): void
}

/** §7 Abandoned checkout. Failures are logged with debug on (§5); they are never reported or thrown. */
export async function tellAbandoned(plan_id: SoldPlan, { debug, ask, log }: Seams): Promise<void> {
  const say = (error: unknown) => {
    if (debug) log('userProAbandonedCheckoutEmail', error)
  }
  try {
    const answer = await ask(ABANDONED_CHECKOUT, { plan_id })
    for (const error of answer.userProAbandonedCheckoutEmail.errors) say(error)
  } catch (error) {
    say(error)
  }
}
