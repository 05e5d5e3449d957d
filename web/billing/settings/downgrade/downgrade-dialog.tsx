import type { BillingPlan } from '../../../../worker/contract/billing/billing-overview.ts'
import type { DowngradePreview } from '../../../../worker/contract/billing/downgrade.ts'
import { TIER_NAMES, type SoldPlan } from '../../../../worker/contract/tiers.ts'
import { formatPrice } from '../../../../worker/contract/billing/price-format.ts'
import { Button } from '../../../ui/button/button.tsx'
import { dayInWords } from '../../../ui/dates/dates.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { ErrorPanel } from '../../../ui/panel/error-panel.tsx'
import { planName, promotionInWords } from '../overview/billing-words.ts'
import { ChangePreview } from '../change-preview/change-preview.tsx'
import { useChangePreview } from '../change-preview/use-change-preview.ts'
import { billingCalls } from '../overview/billing-calls.ts'
import './downgrade-dialog.css'

type Props = {
  open: boolean
  plan: BillingPlan
  busy: boolean
  message: string | null
  timeZone: string
  onClose: () => void
  onDowngrade: (preview: DowngradePreview) => void
}

/** Says from when on the smaller plan costs what, and which Applets it pauses, before it is booked. */
export function DowngradeDialog({ open, plan, ...rest }: Props) {
  const to = plan.downgrade_to
  return (
    <Dialog open={open} title={to ? `Change to ${TIER_NAMES[to]}?` : 'Change plan'} onClose={rest.onClose}>
      {to ? <Question plan={plan} to={to} {...rest} /> : null}
    </Dialog>
  )
}

function Question({ plan, to, busy, message, timeZone, onClose, onDowngrade }: Omit<Props, 'open'> & { to: SoldPlan }) {
  const { state, preview, retry } = useChangePreview(billingCalls.downgradePreview)
  return (
    <>
      <ChangePreview className="downgrade" state={state} onRetry={retry}>
        {(ready) => <Change plan={plan} preview={ready} timeZone={timeZone} />}
      </ChangePreview>
      <ErrorPanel title={message} />
      <div className="actions">
        <Button kind="secondary" unavailable={busy} onClick={onClose}>
          Keep {planName(plan)}
        </Button>
        <Button busy={busy} unavailable={!preview} onClick={() => preview && onDowngrade(preview)}>
          Change to {TIER_NAMES[to]}
        </Button>
      </div>
    </>
  )
}

type ChangeProps = { plan: BillingPlan; preview: DowngradePreview; timeZone: string }

export function Change({ plan, preview, timeZone }: ChangeProps) {
  const { price, first_charge, currency, interval, at, promotions } = preview
  const [now, next] = [planName(plan), TIER_NAMES[preview.plan]]
  const money = (amount: number) => formatPrice(amount, currency)
  return (
    <>
      <p>
        You keep {now} until <b>{dayInWords(at, timeZone)}</b>. From then on you have {next} for{' '}
        <b>
          {money(price)} a {interval}
        </b>
        . You pay nothing today, and you can take this back until then.
      </p>
      {first_charge === price ? null : (
        <p>
          Your first payment for {next} will be <b>{money(first_charge)}</b>.
          {promotions.map((each) => ` ${promotionInWords(each, currency, timeZone)}.`)}
        </p>
      )}
      <Pauses {...preview} />
    </>
  )
}

function Pauses({ plan, pauses }: DowngradePreview) {
  if (pauses.length === 0) return <p className="quiet-text">None of your Applets is affected.</p>
  const [first] = pauses
  return (
    <>
      <p>
        {TIER_NAMES[plan]} will pause {pauses.length === 1 && first ? 'this Applet' : `these ${pauses.length} Applets`}.
        Nothing is deleted.
      </p>
      <ul>
        {pauses.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </>
  )
}
