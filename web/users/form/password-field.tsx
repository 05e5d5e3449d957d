import type { ComponentProps } from 'react'
import { PASSWORD_MIN } from '../../../worker/contract/limits.ts'
import { SecretField } from '../../ui/form/secret-field.tsx'

type Props = Omit<ComponentProps<typeof SecretField>, 'name' | 'id' | 'what'> & {
  autoComplete: 'current-password' | 'new-password'
}

/** A password field that allows pasting, password managers and showing the value. */
export function PasswordField(props: Props) {
  return <SecretField {...props} name="password" id="password" what="password" required />
}

/** True where the user chooses a new password. */
export function NewPasswordField(props: Pick<Props, 'label' | 'error'>) {
  const hint = `At least ${PASSWORD_MIN} characters. A few words make a good password.`
  return <PasswordField {...props} hint={hint} autoComplete="new-password" />
}
