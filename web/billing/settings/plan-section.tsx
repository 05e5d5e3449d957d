import type { ReactNode } from 'react'
import type { BillingPlan, Charge } from '../../../worker/contract/billing/billing-overview.ts'
import { creditUsedInWords } from '../../../worker/contract/billing/credit-words.ts'
import { isDue, lastChargeInWords } from '../../../worker/contract/billing/last-charge.ts'
import { PLANS } from '../../../worker/contract/tiers.ts'
import { currencyNote, formatPrice } from '../../../worker/contract/billing/price-format.ts'
import type { Session } from '../../site/session/session.ts'
import { useSite } from '../../site/site-context.tsx'
import { UpgradeLink } from '../../site/upgrade/upgrade-link.tsx'
import { Button } from '../../ui/button/button.tsx'
import { dayInWords } from '../../ui/dates/dates.ts'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { BookedChangeNote, ChangeActions } from './change-plan/booked-change-notice.tsx'
import { isWorking } from './overview/billing-flow.ts'
import { badgeOf, planName, priceInWords, promotionInWords } from './overview/billing-words.ts'
import { NeedsScript } from '../../ui/form/needs-script.tsx'
import { useHydrated } from '../../ui/state/use-in-browser.ts'
import { RetryLoading } from '../../ui/retry/retry-loading.tsx'
import type { useBilling } from './overview/use-billing.ts'
import '../../ui/badge.css'
import './billing-page.css'
import '../facts.css'

type Driver = ReturnType<typeof useBilling>
type Props = { plan: BillingPlan; driver: Driver; timeZone: string; session: Promise<Session> }
type SectionProps = Props & { children?: ReactNode }

/** The plan, its next charge, its usage and its actions. */
export function PlanSection({ plan, driver, timeZone, session, children }: SectionProps) {
  const { billing } = driver.state
  const badge = badgeOf(plan, billing.awaits_bank)
  return (
    <section className="plan-section" aria-labelledby="plan">
      <h2 id="plan">
        {planName(plan)} {badge ? <span className={`badge ${badge.look}`}>{badge.words}</span> : null}
      </h2>
      {plan.status === 'past_due' || plan.status === 'unpaid' ? (
        <Owed plan={plan} driver={driver} timeZone={timeZone} />
      ) : null}
      <BookedChangeNote plan={plan} timeZone={timeZone} />
      <Next plan={plan} driver={driver} timeZone={timeZone} />
      <p className="quiet-text">{currencyNote(plan.currency)}</p>
      {children}
      <Actions plan={plan} driver={driver} session={session} />
    </section>
  )
}

/** A payment that failed, or that waits for the bank: a press opens the bank's page, which Stripe shows over this one. */
function Owed({ plan, driver, timeZone }: Omit<Props, 'session'>) {
  const { state, confirmPayment } = driver
  const { billing } = state
  const open = billing.invoices.find(({ status }) => status === 'open')
  const [title, pay] = billing.awaits_bank
    ? ['Your bank wants you to confirm', 'Confirm the payment']
    : ['Your last payment did not go through', 'Change your card to pay']
  const refused = state.kind === 'asking' && state.what === 'confirm' ? state.message : null
  return (
    <ErrorPanel
      title={title}
      action={
        billing.awaits_bank ? (
          <Button
            busy={state.kind === 'working' && state.what === 'confirm'}
            unavailable={isWorking(state)}
            onClick={confirmPayment}
          >
            {pay}
          </Button>
        ) : null
      }
    >
      <p>
        {open ? `You still owe ${formatPrice(open.amount_due, open.currency)}. ` : ''}
        {plan.grace_ends_at === null
          ? `${pay} and use ${planName(plan)} again.`
          : `You have ${planName(plan)} until ${dayInWords(plan.grace_ends_at, timeZone)}. ${pay} and keep it.`}
      </p>
      {refused ? <p>{refused}</p> : null}
      {billing.awaits_bank ? <NeedsScript what="Confirming the payment" /> : null}
    </ErrorPanel>
  )
}

/** The next charge, or when the plan ends and what stays after that. */
function Next({ plan, driver, timeZone }: Omit<Props, 'session'>) {
  const day = (time: number) => dayInWords(time, timeZone)
  const { next_charge, unavailable } = driver.state.billing
  if (plan.ends_at !== null) {
    const due = lastChargeInWords(plan, next_charge)
    return (
      <div className="next">
        <p>
          You have {planName(plan)} until <b>{day(plan.ends_at)}</b>. {due ?? "You won't be charged again."}
        </p>
        <p className="quiet-text">{whatStays(plan)}</p>
      </div>
    )
  }
  const due = isDue(plan, next_charge)
  return (
    <dl className="facts">
      <div>
        <dt>Price</dt>
        <dd>{priceInWords(plan)}</dd>
      </div>
      {next_charge && next_charge.promotions.length > 0 ? (
        <div>
          <dt>Promotion</dt>
          <dd>
            {next_charge.promotions.map((each) => promotionInWords(each, next_charge.currency, timeZone)).join('; ')}
          </dd>
        </div>
      ) : null}
      {plan.status === 'trialing' && plan.current_period_end !== null ? (
        <div>
          <dt>Free until</dt>
          <dd>{day(plan.current_period_end)}</dd>
        </div>
      ) : null}
      <div>
        <dt>{plan.status === 'trialing' ? 'First charge' : due ? 'Due now' : 'Next charge'}</dt>
        <dd>
          {next_charge ? (
            <ChargeInWords charge={next_charge} day={due ? null : day(next_charge.at)} />
          ) : (
            (plan.current_period_end !== null && `On ${day(plan.current_period_end)}`) || 'None planned'
          )}
          {unavailable.includes('next_charge') ? (
            <RetryLoading what="The exact amount" onRetry={driver.refresh} />
          ) : null}
        </dd>
      </div>
    </dl>
  )
}

/** `day`: null for what is due now. */
function ChargeInWords({ charge, day }: { charge: Charge; day: string | null }) {
  const { amount, currency, credit } = charge
  if (amount === 0) return `${credit > 0 ? 'Your credit pays for it' : 'Nothing is charged'}${day ? ` on ${day}` : ''}.`
  return (
    <>
      <b>{formatPrice(amount, currency)}</b>
      {day ? ` on ${day}` : '. We charge your card soon.'}
      {credit > 0 ? `${day ? '.' : ''} ${creditUsedInWords(charge)}` : null}
    </>
  )
}

export function whatStays({ tier }: Pick<BillingPlan, 'tier'>): string {
  const rest = `Then you move to ${PLANS.free.name}, which runs ${PLANS.free.applets} Applets at once.`
  const many = PLANS[tier].applets
  return many !== null && many <= (PLANS.free.applets ?? 0)
    ? rest
    : `${rest} The Applets you used most recently keep running; the others are paused, not deleted.`
}

/** Cancel and Resume share one button, so that it keeps the focus when it changes. */
function Actions({ plan, driver, session }: Omit<Props, 'timeZone'>) {
  const { state, ask, resume } = driver
  const ends = plan.ends_at !== null
  const hydrated = useHydrated()
  const { support_url } = useSite()
  const [higher] = state.billing.upgrades
  if (plan.status === 'canceled') return null
  return (
    <>
      <div className="actions">
        {plan.upgradable && higher ? (
          <UpgradeLink session={session} step="plan_upgrade" plan={higher} kind="secondary">
            Upgrade to {PLANS[higher].name}
          </UpgradeLink>
        ) : null}
        <ChangeActions plan={plan} driver={driver} unavailable={isWorking(state)} />
        <Button
          key="end"
          kind={ends ? 'primary' : 'quiet'}
          busy={ends && state.kind === 'resuming'}
          // Resuming leads to a charge and asks nothing, so a press from before hydration must not be done later.
          unavailable={isWorking(state) || (ends && !hydrated)}
          onClick={() => (ends ? resume() : ask('cancel'))}
        >
          {ends ? `Resume ${planName(plan)}` : 'Cancel plan'}
        </Button>
      </div>
      <NeedsScript what="Changing or canceling your plan">
        {support_url ? (
          <>
            Without it, <a href={support_url}>contact support</a>.
          </>
        ) : null}
      </NeedsScript>
    </>
  )
}
