import { useState } from 'react'
import { api } from '../api.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { useForm } from '../ui/use-form.ts'
import { AccountPage } from './account-page.tsx'
import { EmailField } from './email-field.tsx'

/** The answer is the same whether the address has an account or not (design §3.4). */
export function AskReset() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { form, busy, problem } = useForm(['email'], async ({ email }) => {
    await api.askPasswordReset(email)
    setSentTo(email)
  })
  if (sentTo !== null) return <ResetAsked email={sentTo} />
  return (
    <AccountPage title="Reset your password" lead="We mail you a link that lets you choose a new one.">
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
    </AccountPage>
  )
}

export function ResetAsked({ email }: { email: string }) {
  return (
    <AccountPage title="Look in your mail" takesFocus>
      <p>
        If <b>{email}</b> has an account, a link to choose a new password is on its way. It works once, within an hour.
      </p>
      <p className="quiet-text">Nothing there? Look among the unwanted mail, or try another address.</p>
      <div className="actions">
        <ButtonLink href="/password_reset" kind="secondary">
          Ask again
        </ButtonLink>
        <a href="/login">Sign in</a>
      </div>
    </AccountPage>
  )
}
