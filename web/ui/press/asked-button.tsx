import type { ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'
import { ErrorPanel } from '../panel/error-panel.tsx'
import { usePresses } from './use-presses.ts'
import './asked-button.css'

type Props = {
  label: string
  size?: 'small' | 'normal'
  /** The question, and the word that confirms it. */
  title: string
  action: string
  /** False where a press takes nothing away. */
  asks?: boolean
  work: () => Promise<unknown>
  /** Explains the consequences. */
  children: ReactNode
}

/** A button that asks before it works, and shows what went wrong. */
export function AskedButton({ label, size = 'normal', title, action, asks = true, work, children }: Props) {
  const { state, problem, press, ask, confirm, decline } = usePresses<'work'>(work)
  const isWorking = state.kind === 'working'
  return (
    <div className="asked-button">
      <Button kind="secondary" size={size} busy={isWorking} onClick={() => (asks ? ask('work') : press('work'))}>
        {label}
      </Button>
      <ErrorPanel title={problem} />
      <ConfirmDialog
        open={asks && state.kind !== 'idle'}
        title={title}
        action={action}
        busy={isWorking}
        onCancel={decline}
        onConfirm={confirm}
      >
        <p>{children}</p>
      </ConfirmDialog>
    </div>
  )
}
