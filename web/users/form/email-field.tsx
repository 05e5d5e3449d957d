import { Field } from '../../ui/form/field.tsx'

type Props = { error: string | undefined; given?: string | undefined; passkeys?: boolean }

/** The account's email address; password managers store it as the user name. `given`: what a refused form had; `passkeys`: whether the
 * browser may offer passkeys here. */
export function EmailField({ error, given, passkeys = false }: Props) {
  return (
    <Field
      label="Email"
      name="email"
      id="email"
      type="email"
      autoComplete={passkeys ? 'username webauthn' : 'username'}
      required
      defaultValue={given}
      error={error}
    />
  )
}
