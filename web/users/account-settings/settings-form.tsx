import type { ReactNode } from 'react'
import { Button } from '../../ui/button/button.tsx'
import type { useForm } from '../../ui/form/use-form.ts'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'

type Given = {
  /** Of the heading, which names the part. */
  id: string
  title: string
  state: Pick<ReturnType<typeof useForm>, 'form' | 'busy' | 'problem'>
  button: string
  before?: ReactNode
  after?: ReactNode
  /** The fields. */
  children: ReactNode
}

/** A part of the account page: its heading, and the form that changes one thing. */
export function SettingsForm({ id, title, state: { form, busy, problem }, button, before, after, children }: Given) {
  return (
    <section className="account-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {before}
      <form className="form" {...form}>
        {children}
        <ErrorPanel title={problem.message} />
        <Button type="submit" kind="secondary" busy={busy}>
          {button}
        </Button>
      </form>
      {after}
    </section>
  )
}
