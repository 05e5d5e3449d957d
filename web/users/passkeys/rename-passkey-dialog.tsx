import { PASSKEY_NAME_MAX, type PasskeyRow } from '../../../worker/contract/accounts/passkey.ts'
import { accountApi } from '../../browser/api/account-calls.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'

type Props = { row: PasskeyRow; onClose: () => void; onRenamed: (name: string) => void }

/** Gives a passkey another name. */
export function RenameDialog({ row, onClose, onRenamed }: Props) {
  const form = useForm(['name'], async ({ name }) => {
    await accountApi.renamePasskey(row.id, name)
    onRenamed(name.trim())
  })
  return (
    <Dialog open title="Rename this passkey" onClose={onClose}>
      <Form form={form} button="Save">
        <Field
          label="Name"
          name="name"
          data-begin-here
          required
          maxLength={PASSKEY_NAME_MAX}
          autoComplete="off"
          defaultValue={row.name}
          error={form.problem.fields.name}
        />
      </Form>
    </Dialog>
  )
}
