import type { PastedField } from '../../../worker/contract/connections/service.ts'
import { Field } from '../../ui/form/field.tsx'
import { SecretField } from '../../ui/form/secret-field.tsx'

/** The field of a service with one key. */
export const KEY_FIELD: PastedField = { slug: 'key', label: 'Key', type: 'secret' }

/** The values that a service asks to be connected with; `problems` by field. */
export function PastedFields({
  fields,
  problems,
}: {
  fields: readonly PastedField[]
  problems: Record<string, string>
}) {
  return fields.map((field) => <PastedFieldInput key={field.slug} field={field} error={problems[field.slug]} />)
}

function PastedFieldInput({ field, error }: { field: PastedField; error: string | undefined }) {
  const { slug, label, type, hint, required = true, default_value, prefix } = field
  const words = { label, hint, error, optional: !required }
  const input = {
    ...words,
    name: slug,
    id: slug,
    required,
    defaultValue: default_value,
    placeholder: prefix === undefined ? undefined : `${prefix}…`,
    autoComplete: 'off',
    autoCapitalize: 'none',
    autoCorrect: 'off',
    spellCheck: false,
  } as const
  switch (type) {
    case 'secret':
      return <SecretField {...input} what={label.toLowerCase()} />
    case 'url':
      return <Field {...input} type="url" inputMode="url" />
    case 'text':
      return <Field {...input} />
  }
}
