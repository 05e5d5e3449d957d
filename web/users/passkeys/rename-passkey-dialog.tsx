import { PASSKEY_NAME_MAX, type PasskeyRow } from '../../../worker/contract/accounts/passkey.ts'
import { accountApi } from '../../browser/api/account-calls.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'

type Props = { row: PasskeyRow; onClose: () => void; onRenamed: (name: string) => void }

/** Gives a passkey another name. */
export function RenameDialog({ row, onClose, onRenamed }: Props) {
  const { form, busy, problem } = useForm(['name'], async ({ name }) => {
    await accountApi.renamePasskey(row.id, name)
    onRenamed(name.trim())
  })
  return (
    <Dialog open title="Rename this passkey" onClose={onClose}>
      <form className="form" {...form}>
        <Field
          label="Name"
          name="name"
          data-begin-here
          required
          maxLength={PASSKEY_NAME_MAX}
          autoComplete="off"
          defaultValue={row.name}
          error={problem.fields.name}
        />
        <ErrorPanel title={problem.message} />
        <Button type="submit" busy={busy}>
          Save
        </Button>
      </form>
    </Dialog>
  )
}
