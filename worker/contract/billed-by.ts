/** Who bills a plan (§2.4, §6): Stripe, or a mobile store. §3 calls it `payment_type`, and so do calls and D1. */
export const BILLED_BY = ['stripe', 'app_store', 'google_play'] as const
export type BilledBy = (typeof BILLED_BY)[number]
export type MobileStore = 'app_store' | 'google_play'

type Cases<Result> = { stripe: () => Result; store: (store: MobileStore) => Result }

/** Decides by who bills a plan. Another processor needs its own case here, and then everywhere this is called. */
export function billedBy<Result>(billed_by: BilledBy, cases: Cases<Result>): Result {
  switch (billed_by) {
    case 'stripe':
      return cases.stripe()
    case 'app_store':
    case 'google_play':
      return cases.store(billed_by)
    default:
      return billed_by satisfies never
  }
}

/** The mobile store that bills the plan; null where Stripe does, or nobody. */
export function storeOf(billed_by: BilledBy | null | undefined): MobileStore | null {
  return billed_by ? billedBy<MobileStore | null>(billed_by, { stripe: () => null, store: (store) => store }) : null
}

export function isBilledByStripe(billed_by: BilledBy | null): boolean {
  return billed_by !== null && billedBy(billed_by, { stripe: () => true, store: () => false })
}
