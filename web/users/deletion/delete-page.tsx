import { useState } from 'react'
import type { DeletionOffer } from '../../../worker/contract/accounts/account-deletion.ts'
import { DOWNLOAD_PATH } from '../../../worker/contract/accounts/account-download.ts'
import { deletionRefundInWords } from '../../../worker/contract/accounts/deletion-words.ts'
import { lastChargeInWords } from '../../../worker/contract/billing/last-charge.ts'
import { STORES } from '../../../worker/contract/billing/store-billed.ts'
import { ownAccountApi } from '../../browser/api/own-account-calls.ts'
import { forgetSavedStates } from '../../browser/storage/saved-page-state.ts'
import type { PageProps } from '../../site/session/session.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { dayInWords } from '../../ui/dates/dates.ts'
import { CheckboxGroupField } from '../../ui/form/choice-fields.tsx'
import { Field } from '../../ui/form/field.tsx'
import { NeedsScript } from '../../ui/form/needs-script.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { AccountFrame } from '../form/account-frame.tsx'
import './deletion.css'

export type DeleteData = { offer: DeletionOffer; timeZone: string }

const TAKE_DOWN = [{ label: 'Take my published Applets down', value: 'yes' }]

/** /settings/delete: says what happens, then asks again with the user's name and a fresh proof. */
export function Page({ data: { offer, timeZone } }: PageProps<DeleteData>) {
  const [due, setDue] = useState<number | null>(null)
  const { form, busy, problem } = useForm(['name', 'take_down'], async ({ name, take_down }) => {
    const { due_at } = await ownAccountApi.deleteAccount({ name, take_down: take_down === 'yes' })
    forgetSavedStates()
    setDue(due_at)
  })
  if (due !== null) return <Deleted email={offer.email} day={dayInWords(due, timeZone)} store={offer.store} />
  return (
    <AccountFrame title="Delete your account?" lead="You can change your mind for seven days.">
      <NeedsScript />
      <What offer={offer} />
      <p>
        <a href={DOWNLOAD_PATH} download>
          Download my data
        </a>{' '}
        before you go.
      </p>
      <form className="form" {...form}>
        {offer.published_applets > 0 ? (
          <CheckboxGroupField
            label="Published Applets"
            name="take_down"
            options={TAKE_DOWN}
            chosen={[]}
            hint={'Otherwise others can go on finding them, under “Former author”. Who uses them can go on either way.'}
          />
        ) : null}
        <Field
          label="Type your email address or user name"
          name="name"
          id="name"
          error={problem.fields.name}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <ErrorPanel title={problem.message} />
        <div className="actions">
          <Button type="submit" kind="danger" busy={busy}>
            Delete my account
          </Button>
          <ButtonLink kind="quiet" href="/settings/account">
            Keep my account
          </ButtonLink>
        </div>
      </form>
    </AccountFrame>
  )
}

function What({ offer }: { offer: DeletionOffer }) {
  const { plan, store, next_charge } = offer
  const refunds = deletionRefundInWords(offer, plan?.name ?? '', plan && !plan.ends_now ? 'ends' : 'ended')
  return (
    <div className="deletion-facts">
      <h2>Now</h2>
      <ul>
        <li>Your Applets pause, and their addresses answer nobody.</li>
        <li>You are signed out everywhere.</li>
        {plan ? (
          <li>
            {plan.ends_now
              ? `Your ${plan.name} plan ends, and what was not paid for it is not charged anymore.`
              : `Your ${plan.name} plan no longer renews. ${lastChargeInWords(plan, next_charge) ?? ''}`}
          </li>
        ) : null}
        {store ? (
          <li>
            <b>{`Your plan is billed by ${STORES[store].name}. Only you can end it there.`}</b> Otherwise you will be
            charged again.
          </li>
        ) : null}
      </ul>
      <h2>In seven days</h2>
      <ul>
        <li>We delete your account with your Applets, runs and activity, and give back our access to your services.</li>
        {refunds.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        <li>We keep invoices, as the law asks, and the list of sign-ins for 90 days.</li>
      </ul>
    </div>
  )
}

function Deleted({ email, day, store }: { email: string; day: string; store: DeletionOffer['store'] }) {
  return (
    <AccountFrame title="Your account will be deleted" takesFocus>
      <p>
        We delete it on <b>{day}</b>. We sent a link to <b>{email}</b> that brings it back until then. You can also sign
        in to undo this or to download your data.
      </p>
      {store ? <p>{`Remember to end your plan at ${STORES[store].name}.`}</p> : null}
      <div className="actions">
        <ButtonLink href="/">Go to the front page</ButtonLink>
      </div>
    </AccountFrame>
  )
}
