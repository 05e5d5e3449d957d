import { useState } from 'react'
import { ownAccountApi } from '../../browser/api/own-account-calls.ts'
import { messageOf } from '../../browser/request/request-error.ts'
import { Button } from '../../ui/button/button.tsx'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { SettingsForm } from './settings-form.tsx'

/** Asks for a new address. It counts once its owner has pressed the mailed link's button. */
export function EmailForm({ email, pending: first }: { email: string; pending: string | null }) {
  const [pending, setPending] = useState(first)
  const state = useForm(['email'], async (values) => {
    setPending((await ownAccountApi.requestEmailChange(values.email)).pending_email)
  })
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
          <div aria-live="polite">
            {pending === null ? null : <Pending email={pending} onCanceled={() => setPending(null)} />}
          </div>
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

function Pending({ email, onCanceled }: { email: string; onCanceled: () => void }) {
  const flash = useFlash()
  const [busy, setBusy] = useState(false)
  function cancel() {
    setBusy(true)
    ownAccountApi.cancelEmailChange().then(onCanceled, (error: unknown) => {
      setBusy(false)
      flash('danger', messageOf(error))
    })
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
