import { useState } from 'react'
import { api } from '../../api/api-calls.ts'
import { leaveFlash } from '../../browser/storage/flash-cookie.ts'
import { replaceWith } from '../../browser/navigation/navigate.ts'
import { RequestError } from '../../browser/request/request-error.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { AccountFrame } from '../form/account-frame.tsx'
import { NewPasswordField } from '../form/password-field.tsx'
import { HOME_OF_USERS } from '../form/return-to.ts'

/** Setting a new password signs in here and ends every other session. */
export function NewPassword({ token }: { token: string }) {
  const [linkIsGone, setLinkIsGone] = useState(false)
  const { form, busy, problem } = useForm(['password'], async ({ password }) => {
    await api.resetPassword({ token, password }).catch((error: unknown) => {
      if (isGone(error)) setLinkIsGone(true)
      throw error
    })
    leaveFlash({ type: 'success', message: 'Password changed. You are signed out everywhere else.' })
    replaceWith(HOME_OF_USERS)
  })
  if (linkIsGone) return <ResetLinkGone />
  return (
    <AccountFrame title="Choose a new password">
      <form className="form" {...form}>
        <NewPasswordField label="New password" error={problem.fields.password} />
        <ErrorPanel title={problem.message} />
        <Button type="submit" busy={busy}>
          Change password
        </Button>
      </form>
    </AccountFrame>
  )
}

/** A mangled token counts as an expired link. */
function isGone(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false
  return error.error?.code === 'invalid_link' || error.fieldMessage('token') !== null
}

export function ResetLinkGone() {
  return (
    <AccountFrame title="This link no longer works" takesFocus>
      <p>A link works once, for one hour. Ask for a new one.</p>
      <div className="actions">
        <ButtonLink href="/password_reset">Ask for a new link</ButtonLink>
      </div>
    </AccountFrame>
  )
}
