import { useState } from 'react'
import { Button } from '../button/button.tsx'
import { ErrorPanel } from '../panel/error-panel.tsx'
import { usePresses } from '../press/use-presses.ts'
import { CopyField } from './copy-field.tsx'

/** A secret value that is read when its user asks for it. `read` resolves to null if it cannot be read anymore. */
type Props = { label: string; read: () => Promise<string | null> }

export function HiddenField({ label, read }: Props) {
  const [shown, setShown] = useState<string | null>()
  const { problem, press, isWorking } = usePresses<'show'>(async () => setShown(await read()))
  if (shown) return <CopyField label={label} value={shown} />
  if (shown === null) return <p>It cannot be shown anymore. Make a new one.</p>
  return (
    <div className="copy-field">
      <p>
        {label}: <span aria-hidden="true">••••••••••••</span> <span className="visually-hidden">hidden</span>
      </p>
      <Button kind="secondary" busy={isWorking('show')} aria-label={`Show: ${label}`} onClick={() => press('show')}>
        Show
      </Button>
      <ErrorPanel title={problem} />
    </div>
  )
}
