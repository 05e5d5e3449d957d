import { useCallback } from 'react'
import type {
  BillingInterval,
  BillingPlan,
  SwitchPreview,
} from '../../../../worker/contract/billing/billing-overview.ts'
import { formatPrice } from '../../../../worker/contract/billing/price-format.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { ErrorPanel } from '../../../ui/panel/error-panel.tsx'
import { ADVERB } from '../overview/billing-words.ts'
import { KeepsPlanNote } from './keeps-plan-note.tsx'
import { SumList } from '../../checkout/order/sum-list.tsx'
import { afterSwitch, switchLines } from './interval-switch-words.ts'
import { ChangePreview } from '../change-preview/change-preview.tsx'
import { useChangePreview } from '../change-preview/use-change-preview.ts'
import { billingCalls } from '../overview/billing-calls.ts'
import './interval-switch-dialog.css'

type Props = {
  open: boolean
  plan: BillingPlan
  busy: boolean
  message: string | null
  timeZone: string
  onClose: () => void
  onSwitch: (preview: SwitchPreview) => void
}

/** Offers the other interval and shows its exact cost before the button. */
export function IntervalSwitchDialog({ open, plan, ...rest }: Props) {
  const to = plan.switch_to
  return (
    <Dialog open={open} title={to ? `Pay ${ADVERB[to]}?` : 'Pay'} onClose={rest.onClose}>
      {to ? <Question plan={plan} to={to} {...rest} /> : null}
    </Dialog>
  )
}

function Question({
  plan,
  to,
  busy,
  message,
  timeZone,
  onClose,
  onSwitch,
}: Omit<Props, 'open'> & { to: BillingInterval }) {
  const load = useCallback(() => billingCalls.switchPreview(to), [to])
  const { state, preview, retry } = useChangePreview(load)
  return (
    <>
      <KeepsPlanNote plan={plan} />
      <ChangePreview className="switch-cost" state={state} onRetry={retry}>
        {(ready) => <Cost plan={plan} preview={ready} timeZone={timeZone} />}
      </ChangePreview>
      <ErrorPanel title={message} />
      <div className="actions">
        <Button kind="secondary" unavailable={busy} onClick={onClose}>
          Not now
        </Button>
        <Button busy={busy} unavailable={!preview} onClick={() => preview && onSwitch(preview)}>
          {preview && preview.amount_today > 0
            ? `Pay ${formatPrice(preview.amount_today, preview.currency)}`
            : `Pay ${ADVERB[to]}`}
        </Button>
      </div>
    </>
  )
}

type CostProps = { plan: BillingPlan; preview: SwitchPreview; timeZone: string }

function Cost({ plan, preview, timeZone }: CostProps) {
  const { amount_today, currency } = preview
  return (
    <>
      <SumList
        lines={switchLines(plan, preview)}
        total={{ label: 'Charged today', amount: formatPrice(amount_today, currency) }}
      />
      {afterSwitch(plan, preview, timeZone).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </>
  )
}
