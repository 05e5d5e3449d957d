import { useState } from 'react'
import { api } from '../api.ts'
import { leaveFlash } from '../browser/flash-cookie.ts'
import { replaceWith } from '../browser/navigate.ts'
import { RequestError } from '../browser/request-error.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { useForm } from '../ui/use-form.ts'
import { AccountPage } from './account-page.tsx'
import { NewPasswordField } from './password-field.tsx'
import { HOME_OF_USERS } from './return-to.ts'

/** The new password signs in here and ends every other session. */
export function NewPassword({ token }: { token: string }) {
  const [linkIsGone, setLinkIsGone] = useState(false)
  const { form, busy, problem } = useForm(['password'], async ({ password }) => {
    await api.resetPassword({ token, password }).catch((error: unknown) => {
      if (isGone(error)) setLinkIsGone(true)
      throw error
    })
    leaveFlash({ type: 'success', message: 'Your password is changed. You are signed out everywhere else.' })
    replaceWith(HOME_OF_USERS)
  })
  if (linkIsGone) return <ResetLinkGone />
  return (
    <AccountPage title="Choose a new password">
      <form className="form" {...form}>
        <NewPasswordField label="New password" error={problem.fields.password} />
        <ErrorPanel title={problem.message} />
        <Button type="submit" busy={busy}>
          Change password
        </Button>
      </form>
    </AccountPage>
  )
}

/** A mangled token counts as a link that is gone. */
function isGone(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false
  return error.error?.code === 'invalid_link' || error.fieldMessage('token') !== null
}

export function ResetLinkGone() {
  return (
    <AccountPage title="This link no longer works" takesFocus>
      <p>A link works once, within an hour. Ask for a new one.</p>
      <div className="actions">
        <ButtonLink href="/password_reset">Ask for a new link</ButtonLink>
      </div>
    </AccountPage>
  )
}
