import { useState } from 'react'
import type { BillingPlan } from '../../../../worker/contract/billing/billing-overview.ts'
import type { BookablePrice, ChangePreview } from '../../../../worker/contract/billing/booked-change.ts'
import { formatPrice } from '../../../../worker/contract/billing/price-format.ts'
import { PLANS } from '../../../../worker/contract/tiers.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { ErrorPanel } from '../../../ui/panel/error-panel.tsx'
import { Skeleton } from '../../../ui/panel/skeleton.tsx'
import { planName, promotionInWords } from '../overview/billing-words.ts'
import { changeAction, changeInWords, choiceInWords } from '../overview/plan-change-words.ts'
import { useChangePreview } from './use-change-preview.ts'
import '../../../ui/styles/forms.css'
import './change-dialog.css'

type Props = {
  open: boolean
  plan: BillingPlan
  busy: boolean
  message: string | null
  timeZone: string
  onClose: () => void
  onChange: (preview: ChangePreview) => void
}
type QuestionProps = Omit<Props, 'open'>

/** Offers what can be booked, and says what it costs from when on and which Applets it pauses, before it is booked. */
export function ChangeDialog({ open, ...rest }: Props) {
  return (
    <Dialog open={open} title="Change your plan" onClose={rest.onClose}>
      <Question {...rest} />
    </Dialog>
  )
}

export function Question(props: QuestionProps) {
  const { plan, busy } = props
  const { bookable } = plan
  const [index, choose] = useState(0)
  const wanted = bookable[index] ?? bookable[0]
  if (!wanted) return null
  return (
    <>
      {bookable.length > 1 ? (
        <fieldset className="field choices" disabled={busy}>
          <legend>What do you want after this {plan.status === 'trialing' ? 'trial' : plan.interval}?</legend>
          {bookable.map((each, at) => (
            <label key={choiceInWords(each, plan.currency)}>
              <input type="radio" name="change" checked={each === wanted} onChange={() => choose(at)} />
              <span>{choiceInWords(each, plan.currency)}</span>
            </label>
          ))}
        </fieldset>
      ) : null}
      <Choice key={choiceInWords(wanted, plan.currency)} wanted={wanted} {...props} />
    </>
  )
}

function Choice({
  wanted,
  plan,
  busy,
  message,
  timeZone,
  onClose,
  onChange,
}: QuestionProps & { wanted: BookablePrice }) {
  const { state, retry } = useChangePreview(wanted)
  const preview = state.kind === 'ready' ? state.preview : null
  return (
    <>
      {state.kind === 'failed' ? (
        <ErrorPanel
          title={state.message}
          action={
            <Button kind="secondary" size="small" onClick={retry}>
              Try again
            </Button>
          }
        />
      ) : (
        <div className="plan-change" aria-busy={preview ? undefined : true} aria-live="polite">
          {preview ? <Change plan={plan} preview={preview} timeZone={timeZone} /> : <Skeleton shape="text" count={5} />}
        </div>
      )}
      <ErrorPanel title={message} />
      <div className="actions">
        <Button kind="secondary" unavailable={busy} onClick={onClose}>
          Not now
        </Button>
        <Button busy={busy} unavailable={!preview} onClick={() => preview && onChange(preview)}>
          {changeAction(plan, wanted)}
        </Button>
      </div>
    </>
  )
}

type ChangeProps = { plan: BillingPlan; preview: ChangePreview; timeZone: string }

export function Change({ plan, preview, timeZone }: ChangeProps) {
  const { price, first_charge, currency, promotions } = preview
  return (
    <>
      <p>
        <b>{changeInWords(plan, preview, timeZone)}</b>{' '}
        {plan.status === 'trialing' ? 'Your free trial goes on until then.' : `Until then you keep ${planName(plan)}.`}{' '}
        You pay nothing today, and you can change this or take it back until then.
      </p>
      {first_charge === price ? null : (
        <p>
          {first_charge === 0 ? (
            'Nothing will be charged for your first payment.'
          ) : (
            <>
              Your first payment will be <b>{formatPrice(first_charge, currency)}</b>.
            </>
          )}
          {promotions.map((each) => ` ${promotionInWords(each, currency, timeZone)}.`)}
        </p>
      )}
      {plan.booked ? <p>It takes the place of what you have booked.</p> : null}
      {preview.plan === plan.tier ? null : <Pauses {...preview} />}
    </>
  )
}

function Pauses({ plan, pauses }: ChangePreview) {
  if (pauses.length === 0) return <p className="quiet-text">None of your Applets is affected.</p>
  const [first] = pauses
  return (
    <>
      <p>
        {PLANS[plan].name} will pause {pauses.length === 1 && first ? 'this Applet' : `these ${pauses.length} Applets`}.
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
