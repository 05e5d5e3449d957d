import { useState, type ComponentProps } from 'react'
import { Field } from '../ui/field.tsx'

type Props = Omit<ComponentProps<typeof Field>, 'type'> & { autoComplete: 'current-password' | 'new-password' }

/** A password that may be pasted, filled in by a manager, and looked at before it is sent. */
export function PasswordField(props: Props) {
  const [shown, setShown] = useState(false)
  return (
    <div className="password-field">
      <Field
        {...props}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
      />
      <button
        type="button"
        className="show"
        aria-label="Show password"
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide' : 'Show'}
      </button>
    </div>
  )
}
