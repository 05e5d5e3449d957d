import type { AppletEditResponse, AppletField } from '../../../worker/contract/applets/applet.ts'
import { Field, SelectField, TextAreaField } from '../../ui/form/field.tsx'
import { LiveSelect } from './live-select.tsx'

type Props = {
  field: AppletField
  saved: string
  error: string | undefined
  serviceName: string
  accounts: AppletEditResponse['accounts']
}

/** A field of a step, by its type. */
export function EditField({ field, saved, error, serviceName, accounts }: Props) {
  const { key: name, label, hint, required, type, options, resolve_url } = field
  const words = { name, label, hint, error, required, optional: !required, defaultValue: saved }
  if (type === 'select' && resolve_url) {
    return (
      <LiveSelect
        {...{ label, name, hint, error, required, saved, serviceName }}
        resolveUrl={resolve_url}
        accounts={accounts.filter((account) => account.module_name === field.module_name)}
      />
    )
  }
  if (type === 'select') return <SelectField {...words} options={options ?? []} placeholder="Choose…" />
  if (type === 'textarea') return <TextAreaField {...words} />
  return <Field {...words} {...INPUTS[type]} />
}

/** Numbers use a text input: the wheel changes a number input, and invalid values could not be read back. */
const INPUTS = {
  text: { type: 'text' },
  url: { type: 'url', inputMode: 'url', autoComplete: 'off' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email' },
  number: { type: 'text', inputMode: 'decimal' },
  time: { type: 'time' },
} as const
