import type { ReactNode } from 'react'
import { Button, type ButtonKind } from '../button/button.tsx'
import { ErrorPanel } from '../panel/error-panel.tsx'
import type { useForm } from './use-form.ts'
import '../styles/forms.css'

type Props = {
  form: ReturnType<typeof useForm>
  button: ReactNode
  kind?: ButtonKind
  className?: string
  children?: ReactNode
}

/** A form with one button: its fields, and what is wrong with none of them. */
export function Form({ form: { form, busy, problem }, button, kind = 'primary', className = 'form', children }: Props) {
  return (
    <form className={className} {...form}>
      {children}
      <ErrorPanel title={problem.message} />
      <Button type="submit" kind={kind} busy={busy}>
        {button}
      </Button>
    </form>
  )
}
