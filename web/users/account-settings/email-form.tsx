import { useState } from 'react'
import { ownAccountApi } from '../../browser/api/own-account-calls.ts'
import { messageOf } from '../../browser/request/request-error.ts'
import { Button } from '../../ui/button/button.tsx'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import { Field } from '../../ui/form/field.tsx'
import { SettingsForm } from './settings-form.tsx'
import { reloadWith, useSavedForm } from './use-saved-form.ts'

/** Asks for a new address. It counts once its owner has pressed the mailed link's button. */
export function EmailForm({ email, pending }: { email: string; pending: string | null }) {
  const state = useSavedForm(
    ['email'],
    (values) => ownAccountApi.requestEmailChange(values.email),
    (values) => `We sent a link to ${values.email.trim()}.`,
  )
  return (
    <SettingsForm
      id="email-address"
      title="Email address"
      state={state}
      button="Change email address"
      before={
        <>
          <p>
            You sign in with <b>{email}</b>.
          </p>
          {pending === null ? null : <Pending current={email} email={pending} />}
        </>
      }
    >
      <Field
        label="New email address"
        type="email"
        name="email"
        id="email"
        error={state.problem.fields.email}
        hint="We email a link to the new address. Until you open it and confirm, nothing changes."
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </SettingsForm>
  )
}

function Pending({ current, email }: { current: string; email: string }) {
  const flash = useFlash()
  const [busy, setBusy] = useState(false)
  function cancel() {
    setBusy(true)
    ownAccountApi.cancelEmailChange().then(
      () => reloadWith(`Your email address stays ${current}.`),
      (error: unknown) => {
        setBusy(false)
        flash('danger', messageOf(error))
      },
    )
  }
  return (
    <>
      <p>
        Waiting for you to open the link that we sent to <b>{email}</b>. It works for a day.
      </p>
      <p>
        <Button kind="quiet" size="small" busy={busy} onClick={cancel}>
          Keep the current address
        </Button>
      </p>
    </>
  )
}
