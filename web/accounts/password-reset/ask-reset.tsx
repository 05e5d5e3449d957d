import { useState } from 'react'
import { api } from '../../api/api-calls.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { AccountFrame } from '../form/account-frame.tsx'
import { EmailField } from '../form/email-field.tsx'

/** The answer is the same whether the address has an account or not (§D3.4). */
export function AskReset() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { form, busy, problem } = useForm(['email'], async ({ email }) => {
    await api.askPasswordReset(email)
    setSentTo(email)
  })
  if (sentTo !== null) return <ResetAsked email={sentTo} />
  return (
    <AccountFrame title="Reset your password" lead="We'll email you a link to choose a new one.">
      <form className="form" {...form}>
        <EmailField error={problem.fields.email} />
        <ErrorPanel title={problem.message} />
        <Button type="submit" busy={busy}>
          Send the link
        </Button>
      </form>
      <p className="elsewhere">
        Remembered it? <a href="/login">Sign in</a>
      </p>
    </AccountFrame>
  )
}

export function ResetAsked({ email }: { email: string }) {
  return (
    <AccountFrame title="Check your email" takesFocus>
      <p>
        If <b>{email}</b> has an account, a link to choose a new password is on its way. It works once, for one hour.
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
