import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { ARE_YOU_SURE, REMOVAL, type Removal } from '../words/applet-words.ts'
import type { Manage } from './use-manage.ts'

/** Asks before an Applet is archived or deleted (§6). */
export function RemovalDialog({ removal, manage }: { removal: Removal; manage: Manage }) {
  return (
    <ConfirmDialog
      open={manage.state.kind === 'asking'}
      title={ARE_YOU_SURE}
      action={REMOVAL[removal].label}
      onCancel={manage.decline}
      onConfirm={manage.confirm}
    >
      <p>{REMOVAL[removal].means}</p>
    </ConfirmDialog>
  )
}
