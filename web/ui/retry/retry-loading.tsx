import { useState } from 'react'
import { messageOf } from '../../browser/request/request-error.ts'
import { Reference } from '../../site/reference.tsx'
import { Button } from '../button/button.tsx'
import { useFlash } from '../flash/use-flash.tsx'
import { NeedsScript } from '../form/needs-script.tsx'
import './retry-loading.css'

type Props = { what: string; onRetry: () => Promise<unknown> }

/** Shown where data from Stripe is missing; the rest of the page works without it. */
export function RetryLoading({ what, onRetry }: Props) {
  const [busy, setBusy] = useState(false)
  const flash = useFlash()
  function again() {
    setBusy(true)
    onRetry()
      .catch((error: unknown) => flash('danger', messageOf(error)))
      .finally(() => setBusy(false))
  }
  return (
    <div className="retry">
      <p>
        {what} cannot be loaded right now. <Reference />
      </p>
      <Button kind="secondary" size="small" busy={busy} onClick={again}>
        Try again
      </Button>
      <NeedsScript what="Trying again">You can also load the page again.</NeedsScript>
    </div>
  )
}
