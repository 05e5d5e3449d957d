import type { ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { Dialog } from './dialog.tsx'
import { ErrorPanel } from '../panel/error-panel.tsx'

type Props = {
  open: boolean
  title: string
  /** What the button that does it says. */
  action: string
  busy?: boolean
  /** Why it was refused just now. */
  problem?: string | null
  onCancel: () => void
  onConfirm: () => void
  /** What it means. */
  children: ReactNode
}

/** Asks before something is done that can not be taken back. */
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
