import { useRef, useState } from 'react'
import { loginPath } from '../../../../worker/contract/addresses.ts'
import { BILLING_PATH, type Billing, type CancelReason } from '../../../../worker/contract/billing/billing-overview.ts'
import type { ChangePreview } from '../../../../worker/contract/billing/booked-change.ts'
import { billingCalls } from './billing-calls.ts'
import { leaveFlash } from '../../../browser/storage/flash-cookie.ts'
import { goTo, reload } from '../../../browser/navigation/navigate.ts'
import { messageOf, RequestError } from '../../../browser/request/request-error.ts'
import { formatPrice } from '../../../../worker/contract/billing/price-format.ts'
import { dayInWords } from '../../../ui/dates/dates.ts'
import { useFlash } from '../../../ui/flash/use-flash.tsx'
import { billingReducer, shown, type BillingEvent, type Question } from './billing-flow.ts'
import { changeInWords } from './plan-change-words.ts'
import { planName } from './billing-words.ts'

/** Runs the billing page's actions. If another tab has changed the plan, the page reloads and says why. */
export function useBilling(given: Billing, timeZone: string) {
  const [state, setState] = useState(() => shown(given))
  const current = useRef(state)
  const flash = useFlash()
  function dispatch(event: BillingEvent): boolean {
    const before = current.current
    current.current = billingReducer(before, event)
    setState(current.current)
    return current.current !== before
  }
  function refuse(error: unknown) {
    if (hasLeft(error)) return
    const message = error instanceof Error && !(error instanceof RequestError) ? error.message : messageOf(error)
    if (current.current.kind === 'resuming') flash('danger', message)
    dispatch({ type: 'refused', message })
  }
  /** Starts only when nothing else is pending. */
  async function run(begin: BillingEvent, call: () => Promise<Billing>, done: (billing: Billing) => string) {
    if (!dispatch(begin)) return
    try {
      const billing = await call()
      dispatch({ type: 'answered', billing })
      flash('success', done(billing))
    } catch (error) {
      refuse(error)
    }
  }
  const refresh = async () => dispatch({ type: 'refreshed', billing: await billingCalls.billing() })
  const day = (time: number) => dayInWords(time, timeZone)
  const { user_id, plan } = state.billing
  return {
    state,
    ask: (what: Question) => void dispatch({ type: 'asked', what }),
    close: () => void dispatch({ type: 'closed' }),
    refresh,
    cancel: (reason: CancelReason | null) =>
      void run(
        { type: 'pressed' },
        () => billingCalls.cancel(user_id, { last_day: plan?.last_day ?? null, ...(reason && { reason }) }),
        ({ plan: left }) =>
          left?.ends_at ? `Canceled. You keep ${planName(left)} until ${day(left.ends_at)}.` : 'Canceled.',
      ),
    resume: () =>
      void run(
        { type: 'resumed' },
        () => billingCalls.resume(user_id),
        (billing) => `${name(billing)} continues.`,
      ),
    change: ({ plan: to, interval, at, price, first_charge }: ChangePreview) =>
      void run(
        { type: 'pressed' },
        () => billingCalls.change(user_id, { plan: to, interval, at, price, first_charge }),
        (billing) => changeBooked(billing, timeZone),
      ),
    keepPlan: () =>
      plan &&
      void run(
        { type: 'resumed' },
        () => billingCalls.keepPlan(user_id, { plan: plan.tier, interval: plan.interval }),
        (billing) => `${name(billing)} continues.`,
      ),
    /** `change`: talks to Stripe and our server until the new card is the paying one. */
    changeCard: (change: () => Promise<Billing>) =>
      void run({ type: 'pressed' }, change, (after) => cardChanged(state.billing, after)),
    /** Asks nothing first, but a refusal stays on the page. */
    confirmPayment() {
      if (!dispatch({ type: 'asked', what: 'confirm' })) return
      let words = ''
      const confirm = async () => {
        const { confirmInBrowser } = await import('./confirm-owed-payment.ts')
        const ended = await confirmInBrowser(state.billing, () => billingCalls.confirmPayment(user_id))
        words = ended.words
        return ended.billing
      }
      const onRefusal = () => (current.current.kind === 'asking' ? refresh() : null)
      void run({ type: 'pressed' }, confirm, () => words)
        .then(onRefusal)
        .catch(() => {})
    },
  }
}

function changeBooked({ plan }: Billing, timeZone: string): string {
  return plan?.booked ? changeInWords(plan, plan.booked, timeZone) : 'Your plan has changed.'
}

/** After a change, what was owed is paid, or Stripe is still settling it. */
function cardChanged(before: Billing, { plan, invoices }: Billing): string {
  if (plan?.status === 'past_due' || plan?.status === 'unpaid')
    return 'We changed your card. Your payment is still being processed.'
  const owed = before.invoices.find(({ status }) => status === 'open')
  const paid = invoices.find(({ id, status }) => id === owed?.id && status === 'paid')
  return paid
    ? `We changed your card, and you paid ${formatPrice(paid.amount_paid, paid.currency)}.`
    : 'We changed your card.'
}

function name({ plan }: Billing): string {
  return plan ? planName(plan) : 'Your plan'
}

/** Leaves or reloads the page if it is out of date; true if it did. */
function hasLeft(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false
  if (error.status === 401) {
    goTo(loginPath(BILLING_PATH))
    return true
  }
  if (error.status !== 409) return false
  leaveFlash({ type: 'info', message: messageOf(error) })
  reload()
  return true
}
