import type { ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { Dialog } from './dialog.tsx'
import { ErrorPanel } from '../panel/error-panel.tsx'

type Props = {
  open: boolean
  title: string
  /** Label of the confirming button. */
  action: string
  busy?: boolean
  /** Why the last try was refused. */
  problem?: string | null
  onCancel: () => void
  onConfirm: () => void
  /** Explains the consequences. */
  children: ReactNode
}

/** Asks before an action that cannot be undone. */
export function ConfirmDialog({
  open,
  title,
  action,
  busy = false,
  problem = null,
  onCancel,
  onConfirm,
  children,
}: Props) {
  return (
    <Dialog open={open} title={title} onClose={onCancel}>
      {children}
      <ErrorPanel title={problem} />
      <div className="actions">
        <Button kind="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button kind="danger" busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
