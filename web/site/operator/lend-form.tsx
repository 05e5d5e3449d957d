import { useEffect, useRef } from 'react'
import { operatorApi } from '../../browser/api/operator-calls.ts'
import { Button } from '../../ui/button/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'

const FIELDS = ['login', 'to'] as const

type Props = { takesFocus: boolean; onLent: () => Promise<void> }

/** Lends a reserved user name. Used once: the next one is another form. */
export function LendForm({ takesFocus, onLent }: Props) {
  const first = useRef<HTMLInputElement>(null)
  const { form, busy, problem } = useForm(
    FIELDS,
    async (values) => {
      await operatorApi.lendLogin(values.login.trim(), values.to.trim())
      await onLent()
    },
    (values) =>
      Object.fromEntries(FIELDS.flatMap((name) => (values[name].trim() === '' ? [[name, 'Enter a user name.']] : []))),
  )
  useEffect(() => {
    if (takesFocus) first.current?.focus()
  }, [takesFocus])
  const input = { required: true, autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  return (
    <form className="form" {...form} aria-label="Lend a user name">
      <Field
        {...input}
        ref={first}
        label="Reserved user name"
        name="login"
        hint="Such as support, or one that says the product's name."
        error={problem.fields.login}
      />
      <Field
        {...input}
        label="Who may have it"
        name="to"
        hint="Their user name of today. They take the other one in their settings."
        error={problem.fields.to}
      />
      <ErrorPanel title={problem.message} />
      <div>
        <Button type="submit" busy={busy}>
          Lend
        </Button>
      </div>
    </form>
  )
}
