import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { Field } from '../../ui/form/field.tsx'
import type { Connect } from '../connect/driver/use-connect.ts'
import { useRename } from './use-rename.ts'
import './rename-form.css'

type FormProps = { connect: Connect; onClose: () => void }

export function RenameDialog({ connect, open, onClose }: FormProps & { open: boolean }) {
  return (
    <Dialog open={open} title="Rename" onClose={onClose}>
      <RenameForm connect={connect} onClose={onClose} />
    </Dialog>
  )
}

/** Starts over each time the dialog opens. */
function RenameForm({ connect, onClose }: FormProps) {
  const { form, problem, busy } = useRename(connect, onClose)
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
        <Button kind="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Save
        </Button>
      </div>
    </form>
  )
}
