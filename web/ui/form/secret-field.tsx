import { useState, type ComponentProps } from 'react'
import { PressButton } from '../button/press-button.tsx'
import { Field } from './field.tsx'
import './secret-field.css'

/** `what`: the value, as the button that shows it says it. */
type Props = Omit<ComponentProps<typeof Field>, 'type'> & { what: string }

/** A field that hides what is typed, allows pasting, and can show its value. */
export function SecretField({ what, ...props }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <div className="secret-field">
      <Field {...props} type={shown ? 'text' : 'password'} autoCapitalize="none" autoCorrect="off" spellCheck={false} />
      <PressButton className="show" aria-label={`Show ${what}`} aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? 'Hide' : 'Show'}
      </PressButton>
    </div>
  )
}
