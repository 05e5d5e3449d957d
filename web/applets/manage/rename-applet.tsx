import { useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { PressButton } from '../../ui/button/press-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { Field } from '../../ui/form/field.tsx'
import type { Connect } from '../connect/driver/use-connect.ts'
import { useRename } from './use-rename.ts'
import './rename-form.css'

type Props = { connect: Connect; onRenamed: (name: string) => void }

/** Lets the author rename the Applet (§7 Applet update). */
export function Rename({ connect, onRenamed }: Props) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  function renamed(name: string) {
    onRenamed(name)
    close()
  }
  return (
    <>
      <PressButton onClick={() => setOpen(true)}>Rename</PressButton>
      <Dialog open={open} title="Rename" onClose={close}>
        <RenameForm connect={connect} onRenamed={renamed} onCancel={close} />
      </Dialog>
    </>
  )
}

/** Starts over each time the dialog opens. */
function RenameForm({ connect, onRenamed, onCancel }: Props & { onCancel: () => void }) {
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
