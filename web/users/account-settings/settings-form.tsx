import type { ReactNode } from 'react'
import { Form } from '../../ui/form/form.tsx'
import type { useForm } from '../../ui/form/use-form.ts'

type Given = {
  /** Of the heading, which names the part. */
  id: string
  title: string
  state: ReturnType<typeof useForm>
  button: string
  before?: ReactNode
  after?: ReactNode
  /** The fields. */
  children: ReactNode
}

/** A part of the account page: its heading, and the form that changes one thing. */
export function SettingsForm({ id, title, state, button, before, after, children }: Given) {
  return (
    <section className="account-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {before}
      <Form form={state} button={button} kind="secondary">
        {children}
      </Form>
      {after}
    </section>
  )
}
