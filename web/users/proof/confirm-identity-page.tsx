import { useState } from 'react'
import { accountApi } from '../../browser/api/account-calls.ts'
import type { PageProps } from '../../site/session/session.ts'
import { Button } from '../../ui/button/button.tsx'
import { NeedsScript } from '../../ui/form/needs-script.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { usePresses } from '../../ui/press/use-presses.ts'
import { AccountFrame } from '../form/account-frame.tsx'

export type ConfirmIdentityData = { token: string }

/** /confirm_identity?token=: a press shows that it is the user, in the session that asked for the mail. */
export function Page({ data: { token } }: PageProps<ConfirmIdentityData>) {
  const [confirmed, setConfirmed] = useState(false)
  const { problem, press, isWorking } = usePresses<'confirm'>(async () => {
    await accountApi.proveByMail(token)
    setConfirmed(true)
  })
  if (confirmed)
    return (
      <AccountFrame title="Thank you" takesFocus>
        <p>Go back to the page where you were. You can close this one.</p>
      </AccountFrame>
    )
  return (
    <AccountFrame
      title="Is it you?"
      lead="Someone who is signed in to your account asked to see or change something secret."
    >
      <NeedsScript />
      <ErrorPanel title={problem} />
      <Button busy={isWorking('confirm')} onClick={() => press('confirm')}>
        Yes, it is me
      </Button>
    </AccountFrame>
  )
}
