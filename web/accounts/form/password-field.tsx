import { useState, type ComponentProps } from 'react'
import { PASSWORD_MIN } from '../../../worker/contract/limits.ts'
import { PressButton } from '../../ui/button/press-button.tsx'
import { Field } from '../../ui/form/field.tsx'
import './password-field.css'

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'name' | 'id'> & {
  autoComplete: 'current-password' | 'new-password'
}

/** A password field that allows pasting, password managers and showing the value. */
export function PasswordField(props: Props) {
  const [shown, setShown] = useState(false)
  return (
    <div className="password-field">
      <Field
        {...props}
        name="password"
        id="password"
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
      />
      <PressButton className="show" aria-label="Show password" aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? 'Hide' : 'Show'}
      </PressButton>
    </div>
  )
}

/** True where the user chooses a new password. */
export function NewPasswordField(props: Pick<Props, 'label' | 'error'>) {
  const hint = `At least ${PASSWORD_MIN} characters. A few words make a good password.`
  return <PasswordField {...props} hint={hint} autoComplete="new-password" />
}
