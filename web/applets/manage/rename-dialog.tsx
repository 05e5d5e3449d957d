import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { Field } from '../../ui/form/field.tsx'
import type { Connect } from '../connect/driver/use-connect.ts'
import { useRename } from './use-rename.ts'
import './rename-form.css'

type FormProps = { connect: Connect; onRenamed: (name: string) => void; onCancel: () => void }
type Props = Omit<FormProps, 'onCancel'> & { open: boolean; onClose: () => void }

export function RenameDialog({ connect, onRenamed, open, onClose }: Props) {
  function renamed(name: string) {
    onRenamed(name)
    onClose()
  }
  return (
    <Dialog open={open} title="Rename" onClose={onClose}>
      <RenameForm connect={connect} onRenamed={renamed} onCancel={onClose} />
    </Dialog>
  )
}

/** Starts over each time the dialog opens. */
function RenameForm({ connect, onRenamed, onCancel }: FormProps) {
  const { form, problem, busy } = useRename(connect, onRenamed)
  return (
    <form {...form} className="rename-form">
      <ErrorPanel title={problem.message} />
      <Field
        label="Name"
        name="name"
        data-begin-here
        required
        autoComplete="off"
        defaultValue={connect.state.applet.name}
        error={problem.fields.name}
      />
      <div className="actions">
        <Button kind="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Save
        </Button>
      </div>
    </form>
  )
}
