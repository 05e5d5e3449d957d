import { useState } from 'react'
import { secondFactorApi } from '../../browser/api/second-factor-calls.ts'
import type { PageProps } from '../../site/session/session.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { NeedsScript } from '../../ui/form/needs-script.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { AccountFrame } from '../form/account-frame.tsx'

/** /login/recovery/stop?token=: for who can read the account's mail, with or without a session. Opening it changes nothing. */
export function Page({ data: { token } }: PageProps<{ token: string }>) {
  const [stopped, setStopped] = useState(false)
  const form = useForm([], async () => {
    await secondFactorApi.stopRecovery(token)
    setStopped(true)
  })
  if (stopped)
    return (
      <AccountFrame title="It is stopped" takesFocus>
        <p>
          Signing in still takes your passkey or a code. Somebody knows your password or can use your provider: choose a
          new password now.
        </p>
        <div className="actions">
          <ButtonLink href="/password_reset">Choose a new password</ButtonLink>
          <a href="/login">Sign in</a>
        </div>
      </AccountFrame>
    )
  return (
    <AccountFrame
      title="Stop this sign-in?"
      lead="Someone who can sign in to your account says that they have neither a passkey nor a recovery code."
    >
      <NeedsScript />
      <Form form={form} button="Stop it">
        <p>If that is not you, stop it. Two-step sign-in then stays on.</p>
      </Form>
    </AccountFrame>
  )
}
