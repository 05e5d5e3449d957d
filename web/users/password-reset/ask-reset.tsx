import { useState } from 'react'
import type { RefusedForm } from '../../../worker/contract/accounts/form-pages.ts'
import { api } from '../../browser/api/api-calls.ts'
import { CsrfField } from '../../site/csrf-field.tsx'
import type { Session } from '../../site/session/session.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { AccountFrame } from '../form/account-frame.tsx'
import { EmailField } from '../form/email-field.tsx'

type Props = { session: Promise<Session>; refused: RefusedForm | null }

/** The answer is the same whether the address has an account or not. */
export function AskReset({ session, refused }: Props) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const send = async ({ email }: { email: string }) => {
    await api.askPasswordReset(email)
    setSentTo(email)
  }
  const native = { action: '/password_reset', refused }
  const form = useForm(['email'], send, undefined, native)
  if (sentTo !== null) return <ResetAsked email={sentTo} />
  return (
    <AccountFrame title="Reset your password" lead="We'll email you a link to choose a new one.">
      <Form form={form} button="Send the link">
        <CsrfField session={session} />
        <EmailField error={form.problem.fields.email} given={refused?.values.email} />
      </Form>
      <p className="elsewhere">
        Remembered it? <a href="/login">Sign in</a>
      </p>
    </AccountFrame>
  )
}

/** `email` is null after a form without JavaScript: an address has no place for it. */
export function ResetAsked({ email }: { email: string | null }) {
  return (
    <AccountFrame title="Check your email" takesFocus={email !== null}>
      <p>
        If {email === null ? 'your address' : <b>{email}</b>} has an account, a link to choose a new password is on its
        way. It works once, for one hour.
      </p>
      <p className="quiet-text">Nothing there? Check your spam folder, or try another address.</p>
      <div className="actions">
        <ButtonLink href="/password_reset" kind="secondary">
          Ask again
        </ButtonLink>
        <a href="/login">Sign in</a>
      </div>
    </AccountFrame>
  )
}
