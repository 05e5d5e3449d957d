import type { SoldPlan } from '../../../../worker/contract/tiers.ts'
import { ABANDONED_CHECKOUT, type MutationError } from '../../../../worker/contract/graphql/graphql-documents.ts'
import type { Store } from '../../../browser/storage/storage.ts'
import type { PaymentState } from '../../payment/payment-flow.ts'

/**
 * Whether to leave checkout now is to abandon it (§D3.7): a price was chosen, or a payment tried, and nothing is
 * under way. While a payment is, or nobody knows what came of one, nobody is to be asked to pay.
 */
export function isAbandoned(chosen: boolean, { kind, attempt }: Pick<PaymentState, 'kind' | 'attempt'>): boolean {
  return kind === 'idle' && (chosen || attempt > 0)
}

type Ports = { user_id: string; store: Pick<Store, 'read' | 'write'>; tell(plan: SoldPlan): unknown }

/** One checkout, from a price that is chosen to being left. Tells once a session of each user. */
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
  ask(operation: Asking, variables: { plan_id: SoldPlan }, tell: (error: unknown) => void): Promise<Answer>
  log(what: string, error: unknown): void
}

/** §7 Abandoned checkout. Whatever goes wrong is only logged, and only with debug on (§5): never reported, never thrown. */
export async function tellAbandoned(plan_id: SoldPlan, { debug, ask, log }: Seams): Promise<void> {
  const say = (error: unknown) => {
    if (debug) log('userProAbandonedCheckoutEmail', error)
  }
  try {
    const answer = await ask(ABANDONED_CHECKOUT, { plan_id }, () => {})
    for (const error of answer.userProAbandonedCheckoutEmail.errors) say(error)
  } catch (error) {
    say(error)
  }
}
