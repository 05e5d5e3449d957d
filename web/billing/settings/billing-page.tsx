import { isBilledByStripe, storeOf } from '../../../worker/contract/billed-by.ts'
import type { ReactNode } from 'react'
import type { AiCreationsToday } from '../../../worker/contract/ai/ai-creations.ts'
import type { CompanyAnswer } from '../../../worker/contract/billing/company.ts'
import type { Billing } from '../../../worker/contract/billing/billing-overview.ts'
import type { BillingQuestion } from '../../../worker/contract/billing/money-mail.ts'
import type { PageProps, Session } from '../../site/session/session.ts'
import { SettingsFrame } from '../../site/settings-frame.tsx'
import type { Clock } from '../../ui/dates/dates.ts'
import { AiUse } from './ai-use.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { CardSection } from './card/card-section.tsx'
import { EndedByDispute } from './disputed-plan.tsx'
import { CreditSection } from './credit/credit-section.tsx'
import { CompanySection } from './company/company-section.tsx'
import { PlanSection } from './plan-section.tsx'
import { InvoiceTable } from './invoices/invoice-table.tsx'
import { ChangeDialog } from './change-plan/change-dialog.tsx'
import { FreePlan, StorePlan } from './other-plans.tsx'
import { useAskedQuestion } from './overview/use-asked-question.ts'
import { useBilling } from './overview/use-billing.ts'
import './billing-page.css'

/** `ai`, `company`: null if they could not be loaded. `ask`: what the link of a mail opens. */
export type BillingData = Clock & {
  billing: Billing
  ai: AiCreationsToday | null
  company: CompanyAnswer | null
  ask?: BillingQuestion | null
}

/** /settings/billing: plan, next charge, card, credit and invoices; cancel, resume, change plan, change card. */
export function Page({
  data: { billing: given, ai, company, now, timeZone, ask = null },
  session,
}: PageProps<BillingData>) {
  const driver = useBilling(given, timeZone)
  useAskedQuestion(ask, driver.ask)
  const { state, close } = driver
  const { billing } = state
  const question = state.kind === 'asking' || state.kind === 'working' ? state.what : null
  const busy = state.kind === 'working'
  const message = state.kind === 'asking' ? state.message : null
  const { plan } = billing
  const use = ai ? <AiUse {...ai} session={session} /> : null
  return (
    <SettingsFrame path="/settings/billing" title="Billing">
      {billing.ended_by_dispute === null ? null : <EndedByDispute at={billing.ended_by_dispute} timeZone={timeZone} />}
      {isBilledByStripe(billing.payment_type) && plan ? (
        <>
          <PlanSection plan={plan} driver={driver} timeZone={timeZone} session={session}>
            {use}
          </PlanSection>
          {plan.status === 'canceled' ? null : <CardSection driver={driver} now={now} />}
          <CancelDialog
            open={question === 'cancel'}
            credit={billing.credit}
            nextCharge={billing.next_charge}
            {...{ plan, busy, message, timeZone }}
            onClose={close}
            onCancel={driver.cancel}
          />
          <ChangeDialog
            open={question === 'change'}
            {...{ plan, busy, message, timeZone }}
            onClose={close}
            onChange={driver.change}
          />
        </>
      ) : (
        <StandingPlan billing={billing} session={session}>
          {use}
        </StandingPlan>
      )}
      <CreditSection billing={billing} onRetry={driver.refresh} timeZone={timeZone} />
      {storeOf(billing.payment_type) ? null : <CompanySection given={company} user={billing.user_id} />}
      <InvoiceTable billing={billing} onRetry={driver.refresh} timeZone={timeZone} />
    </SettingsFrame>
  )
}

type StandingProps = { billing: Billing; session: Promise<Session>; children: ReactNode }

/** A plan that cannot be changed here: Free, or billed by a store. */
function StandingPlan({ billing, session, children }: StandingProps) {
  const { payment_type, plan, eligible_for_trial, upgrades } = billing
  const store = storeOf(payment_type)
  if (plan && store)
    return (
      <StorePlan plan={plan} store={store}>
        {children}
      </StorePlan>
    )
  return (
    <FreePlan eligible={eligible_for_trial} upgrades={upgrades} session={session}>
      {children}
    </FreePlan>
  )
}
