import { useState } from 'react'
import { PASSWORD_CHANGED } from '../../../worker/contract/accounts/account-words.ts'
import { HOME_OF_USERS } from '../../../worker/contract/addresses.ts'
import type { RefusedForm } from '../../../worker/contract/accounts/form-pages.ts'
import { api } from '../../browser/api/api-calls.ts'
import { leaveFlash } from '../../browser/storage/flash-cookie.ts'
import { replaceWith } from '../../browser/navigation/navigate.ts'
import { RequestError } from '../../browser/request/request-error.ts'
import { CsrfField } from '../../site/csrf-field.tsx'
import type { Session } from '../../site/session/session.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { AccountFrame } from '../form/account-frame.tsx'
import { pathAfterSignIn } from '../sign-in/path-after-sign-in.ts'
import { NewPasswordField } from '../form/password-field.tsx'

type Props = { token: string; session: Promise<Session>; refused: RefusedForm | null }

/** Setting a new password signs in here and ends every other session; with a second step, once that is there. */
export function NewPassword({ token, session, refused }: Props) {
  const [linkIsGone, setLinkIsGone] = useState(refused !== null && isGoneBy(refused))
  const send = async ({ password }: { password: string }) => {
    const answer = await api.resetPassword({ token, password }).catch((error: unknown) => {
      if (isGone(error)) setLinkIsGone(true)
      throw error
    })
    if (!answer.second_step) leaveFlash({ type: 'success', message: PASSWORD_CHANGED })
    replaceWith(pathAfterSignIn(answer, HOME_OF_USERS))
  }
  const native = { action: `/password_reset?token=${encodeURIComponent(token)}`, refused }
  const form = useForm(['password'], send, undefined, native)
  if (linkIsGone) return <ResetLinkGone />
  return (
    <AccountFrame title="Choose a new password">
      <Form form={form} button="Change password">
        <CsrfField session={session} />
        <NewPasswordField label="New password" error={form.problem.fields.password} />
      </Form>
    </AccountFrame>
  )
}

/** A mangled token counts as an expired link. */
function isGone(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false
  return error.error?.code === 'invalid_link' || error.fieldMessage('token') !== null
}

function isGoneBy({ code, errors }: RefusedForm): boolean {
  return code === 'invalid_link' || errors.some(({ attribute }) => attribute === 'token')
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
