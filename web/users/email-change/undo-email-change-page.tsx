import { useState } from 'react'
import { ownAccountApi } from '../../browser/api/own-account-calls.ts'
import type { PageProps } from '../../site/session/session.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { NeedsScript } from '../../ui/form/needs-script.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { AccountFrame } from '../form/account-frame.tsx'

/** /email_change/undo?token=: for who can read the old address, with or without a session. */
export function Page({ data: { token } }: PageProps<{ token: string }>) {
  const [email, setEmail] = useState<string | null>(null)
  const form = useForm([], async () => setEmail((await ownAccountApi.undoEmailChange(token)).email))
  if (email !== null)
    return (
      <AccountFrame title="Your email address is as before" takesFocus>
        <p>
          The account uses <b>{email}</b> again, and all its devices are signed out. If somebody else changed the
          address, choose a new password now.
        </p>
        <div className="actions">
          <ButtonLink href="/password_reset">Choose a new password</ButtonLink>
          <a href="/login">Sign in</a>
        </div>
      </AccountFrame>
    )
  return (
    <AccountFrame title="Undo the change of your email address?">
      <NeedsScript />
      <Form form={form} button="Undo the change">
        <p>Your account uses its earlier address again, and all its devices are signed out.</p>
      </Form>
    </AccountFrame>
  )
}
