import { useState } from 'react'
import { messageOf } from '../../browser/request/request-error.ts'
import { Button, type ButtonKind } from '../../ui/button/button.tsx'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import { signOut } from './sign-out.ts'

/** Ends the session and goes to the front page. */
export function SignOutButton({ kind }: { kind: ButtonKind }) {
  const flash = useFlash()
  const [busy, setBusy] = useState(false)
  function leave() {
    setBusy(true)
    signOut().catch((error: unknown) => {
      setBusy(false)
      flash('danger', messageOf(error))
    })
  }
  return (
    <Button kind={kind} busy={busy} onClick={leave}>
      Sign out
    </Button>
  )
}
