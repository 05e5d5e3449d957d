import { useState } from 'react'
import type { EmailVerification } from '../../../worker/contract/accounts/email-verification.ts'
import { api } from '../../browser/api/api-calls.ts'
import { RequestError } from '../../browser/request/request-error.ts'
import { NeedsScript } from '../../ui/form/needs-script.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { AccountFrame } from '../form/account-frame.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { withReturnTo } from '../form/return-to.ts'

type Props = { token: string; link: EmailVerification; onEnd: (end: 'verified' | 'gone') => void }

/** One press for a session of the account; everybody else has to know its password, because mail is read by others too. */
export function ConfirmEmailForm({ token, link: { email, own: wasOwn }, onEnd }: Props) {
  const [own, setOwn] = useState(wasOwn)
  const send = async ({ password }: { password: string }) => {
    try {
      await api.confirmEmail(own ? { token } : { token, password })
      onEnd('verified')
    } catch (error) {
      const code = error instanceof RequestError ? error.error?.code : undefined
      if (code === 'invalid_link') return onEnd('gone')
      // Somebody else has since signed in here, or nobody is.
      if (code === 'owner_needed') setOwn(false)
      throw error
    }
  }
  const form = useForm(['password'], send)
  return (
    <AccountFrame title="Confirm your email" lead={own ? <ForOwner email={email} /> : <ForOthers email={email} />}>
      <NeedsScript />
      <Form form={form} button="Confirm email address">
        {own ? null : (
          <PasswordField label="Password" autoComplete="current-password" error={form.problem.fields.password} />
        )}
      </Form>
      {own ? null : (
        <p className="elsewhere">
          No password? <a href={withReturnTo('/login', `/verify_email?token=${token}`)}>Sign in</a> another way, or{' '}
          <a href="/password_reset">choose a new password</a>. Not your account? Ignore the email.
        </p>
      )}
    </AccountFrame>
  )
}

function ForOwner({ email }: { email: string }) {
  return <>Is {email} the address of your account?</>
}

function ForOthers({ email }: { email: string }) {
  return <>Enter the password of the account with {email}.</>
}
