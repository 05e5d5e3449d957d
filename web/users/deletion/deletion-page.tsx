import { useState } from 'react'
import type { PendingDeletion, UndoneDeletion } from '../../../worker/contract/accounts/account-deletion.ts'
import { DOWNLOAD_PATH } from '../../../worker/contract/accounts/account-download.ts'
import { HOME_OF_USERS } from '../../../worker/contract/addresses.ts'
import { STORES } from '../../../worker/contract/billing/store-billed.ts'
import { ownAccountApi } from '../../browser/api/own-account-calls.ts'
import type { PageProps } from '../../site/session/session.ts'
import { SignOutButton } from '../../site/session/sign-out-button.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { dayInWords } from '../../ui/dates/dates.ts'
import { NeedsScript } from '../../ui/form/needs-script.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { AccountFrame } from '../form/account-frame.tsx'
import { withReturnTo } from '../form/return-to.ts'

/** `token`: of the mailed link. `deletion`: of the session's account. */
export type DeletionData = { token: string | null; deletion: PendingDeletion | null; timeZone: string }

/** /account_deletion: all that an account can do while it is being deleted. */
export function Page({ data: { token, deletion, timeZone } }: PageProps<DeletionData>) {
  const [back, setBack] = useState<UndoneDeletion | null>(null)
  const form = useForm([], async () => {
    setBack(await ownAccountApi.undoDeletion(token))
  })
  if (back) return <Back {...back} />
  if (token === null && !deletion) return <SignInFirst />
  return (
    <AccountFrame title={deletion ? 'Your account is being deleted' : 'Keep your account?'}>
      <NeedsScript />
      {deletion ? (
        <When deletion={deletion} timeZone={timeZone} />
      ) : (
        <p>Your Applets run again. A plan that has ended meanwhile stays ended.</p>
      )}
      <Form form={form} button="Keep my account" />
      {deletion ? <Leave /> : null}
    </AccountFrame>
  )
}

function When({ deletion: { login, due_at, store }, timeZone }: { deletion: PendingDeletion; timeZone: string }) {
  return (
    <>
      <p>
        We delete the account <b>{login}</b> on <b>{dayInWords(due_at, timeZone)}</b>. Until then its Applets are
        paused, and you can bring it back.
      </p>
      {store ? <p>{`Your plan is billed by ${STORES[store].name}. Only you can end it there.`}</p> : null}
    </>
  )
}

function Leave() {
  return (
    <div className="actions">
      <ButtonLink kind="secondary" href={DOWNLOAD_PATH} download>
        Download my data
      </ButtonLink>
      <SignOutButton kind="quiet" />
    </div>
  )
}

/** `plan`: what becomes of it, in sentences. */
export function Back({ plan }: UndoneDeletion) {
  return (
    <AccountFrame title="Your account is back" takesFocus>
      <p>Nothing is deleted, and your Applets run again.</p>
      {plan.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <div className="actions">
        <ButtonLink href={HOME_OF_USERS}>Go to your Applets</ButtonLink>
      </div>
    </AccountFrame>
  )
}

function SignInFirst() {
  return (
    <AccountFrame title="Bring back a deleted account">
      <p>Within seven days, sign in to it, or open the link in our email.</p>
      <div className="actions">
        <ButtonLink href={withReturnTo('/login', HOME_OF_USERS)}>Sign in</ButtonLink>
      </div>
    </AccountFrame>
  )
}
