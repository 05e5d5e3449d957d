import { useState } from 'react'
import {
  CANCEL_REASONS,
  type BillingPlan,
  type CancelReason,
  type Charge,
  type Credit,
} from '../../../worker/contract/billing/billing-overview.ts'
import { creditEndsInWords } from '../../../worker/contract/billing/credit-words.ts'
import { andLastChargeInWords } from '../../../worker/contract/billing/last-charge.ts'
import { planPriceInWords } from '../../../worker/contract/billing/booked-change.ts'
import { Button } from '../../ui/button/button.tsx'
import { dayInWords } from '../../ui/dates/dates.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { SelectField } from '../../ui/form/field.tsx'
import { CANCEL_REASON, planName } from './overview/billing-words.ts'
import { whatStays } from './plan-section.tsx'

type Props = {
  plan: BillingPlan
  credit: Credit | null
  nextCharge: Charge | null
  busy: boolean
  message: string | null
  timeZone: string
  onClose: () => void
  onCancel: (reason: CancelReason | null) => void
}

const REASONS = CANCEL_REASONS.map((value) => ({ value, label: CANCEL_REASON[value] }))

/** Confirms the cancellation: names the last day, a booked change, what is refunded to which card, and what stays. */
export function CancelDialog({ open, ...question }: Props & { open: boolean }) {
  return (
    <Dialog open={open} title={`Cancel ${planName(question.plan)}?`} onClose={question.onClose}>
      <Cancellation {...question} />
    </Dialog>
  )
}

/** Starts over each time the dialog opens. */
export function Cancellation({ plan, credit, nextCharge, busy, message, timeZone, onClose, onCancel }: Props) {
  const [reason, setReason] = useState<CancelReason | null>(null)
  const name = planName(plan)
  return (
    <>
      <p>
        {plan.last_day === null ? (
          `Your last payment did not go through, so ${name} ends now. You won't be charged again.`
        ) : (
          <>
            You keep {name} until <b>{dayInWords(plan.last_day, timeZone)}</b>
            {andLastChargeInWords(plan, nextCharge)} You can resume it until then.
          </>
        )}
      </p>
      {plan.booked ? (
        <p>Your change to {planPriceInWords(plan.booked, plan.currency)} is taken back, also if you resume.</p>
      ) : null}
      {credit ? creditEndsInWords(credit, 'ends', name).map((sentence) => <p key={sentence}>{sentence}</p>) : null}
      <p className="quiet-text">{whatStays(plan)}</p>
      <SelectField
        label="Why are you canceling?"
        optional
        placeholder="Choose a reason"
        options={REASONS}
        onChange={({ target }) => setReason(CANCEL_REASONS.find((known) => known === target.value) ?? null)}
      />
      <ErrorPanel title={message} />
      <div className="actions">
        <Button kind="secondary" unavailable={busy} onClick={onClose}>
          Keep {name}
        </Button>
        <Button kind="danger" busy={busy} onClick={() => onCancel(reason)}>
          Cancel plan
        </Button>
      </div>
    </>
  )
}
