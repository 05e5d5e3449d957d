import { subscribePath } from '../../../../worker/contract/billing/subscribe-path.ts'
import type { SoldPlan } from '../../../../worker/contract/tiers.ts'
import { reload } from '../../../browser/navigation/navigate.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { ErrorPanel } from '../../../ui/panel/error-panel.tsx'
import { HELP_PROMPT } from '../order/checkout-words.ts'
import type { PaymentState } from '../../payment/payment-flow.ts'

/** The error above the button, for problems that belong to no field, with the next step. */
export function PaymentTrouble({
  state,
  plan,
  label,
  asksPlace,
}: {
  state: PaymentState
  plan: SoldPlan
  label: string
  asksPlace: boolean
}) {
  if (state.kind === 'unsettled') {
    return (
      <ErrorPanel
        title={state.problem.message}
        action={
          <Button kind="secondary" size="small" onClick={reload}>
            Reload the page instead
          </Button>
        }
      >
        We can't tell yet whether it went through. Press {label} again to find out. You won't be charged twice.
      </ErrorPanel>
    )
  }
  if (state.kind !== 'idle' || !state.problem) return null
  const { at, message, code } = state.problem
  // The page is older than the setting for which the place is asked.
  if (at === 'location' && !asksPlace) {
    return <ErrorPanel title={message} action={<Button onClick={reload}>Reload the page</Button>} />
  }
  // Leads to the page, because the modal's data is kept for ten minutes.
  if (at === 'price') {
    const action = <ButtonLink href={subscribePath(plan)}>See the current price</ButtonLink>
    return <ErrorPanel title="This price is not for sale any more" action={action} />
  }
  if (at !== 'form') return null
  switch (code) {
    case 'already_subscribed':
    case 'store_billed':
      return <ErrorPanel title={message} action={<ButtonLink href="/settings/billing">See your plan</ButtonLink>} />
    case 'account_changed':
    case 'attempt_changed':
      return <ErrorPanel title={message} action={<Button onClick={reload}>Reload the page</Button>} />
    default:
      return <ErrorPanel title={message} />
  }
}

/** Shown in place of the card field when Stripe.js is blocked or does not load. */
export function StripeMissing({ supportUrl, onRetry }: { supportUrl: string; onRetry: () => void }) {
  return (
    <ErrorPanel
      title="The card field could not be loaded"
      action={
        <Button kind="secondary" onClick={onRetry}>
          Retry
        </Button>
      }
    >
      It comes from Stripe, which handles our payments. An ad blocker or a slow connection may block it.{' '}
      <HelpPrompt supportUrl={supportUrl} />
    </ErrorPanel>
  )
}

/** §2.3, word for word. */
export function HelpPrompt({ supportUrl }: { supportUrl: string }) {
  const { before, link, after } = HELP_PROMPT
  return (
    <>
      {before}
      {supportUrl ? <a href={supportUrl}>{link}</a> : link}
      {after}
    </>
  )
}
