import type { BillingPlan } from '../../../../worker/contract/billing/billing-overview.ts'
import { Button } from '../../../ui/button/button.tsx'
import { useHydrated } from '../../../ui/state/use-in-browser.ts'
import type { useBilling } from '../overview/use-billing.ts'
import { planName } from '../overview/billing-words.ts'
import { changeInWords, keepAction } from '../overview/plan-change-words.ts'

type Booked = { plan: BillingPlan; timeZone: string }

/** "From December 20, 2026 you pay $34.99 a year." */
export function BookedChangeNote({ plan, timeZone }: Booked) {
  const { booked } = plan
  if (!booked) return null
  return (
    <p>
      <b>{changeInWords(plan, booked, timeZone)}</b>
      {booked.plan === plan.tier ? null : ` Until then you have ${planName(plan)}.`}
    </p>
  )
}

type ActionProps = { plan: BillingPlan; driver: ReturnType<typeof useBilling>; unavailable: boolean }

/** Books a change or takes it back: one button, so that it keeps the focus when it changes; another one books again. */
export function ChangeActions({ plan, driver, unavailable }: ActionProps) {
  const { state, ask, keepPlan } = driver
  const hydrated = useHydrated()
  const { booked, bookable } = plan
  if (!booked && bookable.length === 0) return null
  return (
    <>
      <Button
        kind="secondary"
        busy={booked !== null && state.kind === 'resuming'}
        // Keeping the plan leads to a charge and asks nothing, so a press from before hydration must not be done later.
        unavailable={unavailable || (booked !== null && !hydrated)}
        onClick={() => (booked ? keepPlan() : ask('change'))}
      >
        {booked ? keepAction(plan, booked) : 'Change plan'}
      </Button>
      {booked && bookable.length > 0 ? (
        <Button kind="secondary" unavailable={unavailable} onClick={() => ask('change')}>
          Change plan
        </Button>
      ) : null}
    </>
  )
}
