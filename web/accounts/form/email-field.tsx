import { Field } from '../../ui/form/field.tsx'

type Props = { error: string | undefined; given?: string | undefined }

/** The account's email address; password managers store it as the user name. `given`: what a refused form had. */
export function EmailField({ error, given }: Props) {
  return (
    <Field
      label="Email"
      name="email"
      id="email"
      type="email"
      autoComplete="username"
      required
      defaultValue={given}
      error={error}
    />
  )
}
