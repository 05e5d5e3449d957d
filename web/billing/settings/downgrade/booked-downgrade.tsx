import type { BillingPlan } from '../../../../worker/contract/billing/billing-overview.ts'
import { formatPrice } from '../../../../worker/contract/billing/price-format.ts'
import { TIER_NAMES } from '../../../../worker/contract/tiers.ts'
import { Button } from '../../../ui/button/button.tsx'
import { dayInWords } from '../../../ui/dates/dates.ts'
import { useHydrated } from '../../../ui/state/use-in-browser.ts'
import type { useBilling } from '../overview/use-billing.ts'
import { planName } from '../overview/billing-words.ts'

type Booked = { plan: BillingPlan; timeZone: string }

/** "Your plan changes to Pro on December 11, 2026, at $3.49 a month." */
export function BookedDowngrade({ plan, timeZone }: Booked) {
  const { next, currency, interval } = plan
  if (!next) return null
  return (
    <p>
      Your plan changes to {planName(next)} on <b>{dayInWords(next.at, timeZone)}</b>, at{' '}
      {formatPrice(next.price_in_cents, currency)} a {interval}. Until then you have {planName(plan)}.
    </p>
  )
}

type ActionProps = { plan: BillingPlan; driver: ReturnType<typeof useBilling>; unavailable: boolean }

/** Books the smaller plan or takes it back: one button, so that it keeps the focus when it changes. */
export function DowngradeAction({ plan, driver, unavailable }: ActionProps) {
  const { state, ask, keepPlan } = driver
  const hydrated = useHydrated()
  const { next, downgrade_to } = plan
  if (!next && !downgrade_to) return null
  return (
    <Button
      kind="secondary"
      busy={next !== null && state.kind === 'resuming'}
      // Keeping the plan leads to a charge and asks nothing, so a press from before hydration must not be done later.
      unavailable={unavailable || (next !== null && !hydrated)}
      onClick={() => (next ? keepPlan() : ask('downgrade'))}
    >
      {downgrade_to ? `Change to ${TIER_NAMES[downgrade_to]}` : `Keep ${planName(plan)}`}
    </Button>
  )
}
