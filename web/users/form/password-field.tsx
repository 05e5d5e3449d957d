import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { PASSWORD_MIN } from '../../../worker/contract/limits.ts'
import { SecretField } from '../../ui/form/secret-field.tsx'
import './password-field.css'

type Props = Omit<ComponentProps<typeof SecretField>, 'name' | 'id' | 'what'> & {
  autoComplete: 'current-password' | 'new-password'
}

/** A password field that allows pasting, password managers and showing the value. */
export function PasswordField(props: Props) {
  return <SecretField {...props} name="password" id="password" what="password" required />
}

/** For a new password: its rule, and while it is typed how much is missing. */
export function NewPasswordField(props: Pick<Props, 'label' | 'error'>) {
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLDivElement>(null)
  // What was typed before hydration counts too.
  useEffect(() => setTyped(box.current?.querySelector('input')?.value ?? ''), [])
  const hint = `At least ${PASSWORD_MIN} characters. A few words make a good password.`
  return (
    <div
      ref={box}
      className="new-password"
      onInput={({ target }) => setTyped(target instanceof HTMLInputElement ? target.value : '')}
    >
      <PasswordField {...props} hint={hint} autoComplete="new-password" />
      <output className="quiet-text">{missingWords(typed)}</output>
    </div>
  )
}

function missingWords(typed: string): string {
  const missing = PASSWORD_MIN - typed.length
  if (typed === '') return ''
  if (missing <= 0) return 'Long enough.'
  return missing === 1 ? 'One more character.' : `${missing} more characters.`
}
