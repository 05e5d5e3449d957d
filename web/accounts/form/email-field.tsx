import { Field } from '../../ui/form/field.tsx'

/** The account's email address; password managers store it as the user name. */
export function EmailField({ error }: { error: string | undefined }) {
  return <Field label="Email" name="email" id="email" type="email" autoComplete="username" required error={error} />
}
