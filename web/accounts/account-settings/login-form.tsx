import { ownAccountApi } from '../../api/own-account-calls.ts'
import { Button } from '../../ui/button/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { useSavedForm } from './use-saved-form.ts'

/** Changes the user name, with what becomes of the old one. */
export function LoginForm({ login }: { login: string }) {
  const { form, busy, problem } = useSavedForm(
    ['login'],
    (values) => ownAccountApi.changeLogin(values.login.trim()),
    (values) => `Your user name is ${values.login.trim()} now.`,
  )
  return (
    <section className="account-part" aria-labelledby="user-name">
      <h2 id="user-name">User name</h2>
      <form className="form" {...form}>
        <Field
          label="Your user name"
          name="login"
          id="login"
          defaultValue={login}
          error={problem.fields.login}
          hint="The address of your author page changes with it. The old one leads there for 90 days, and nobody else can take your old name until then."
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <ErrorPanel title={problem.message} />
        <Button type="submit" kind="secondary" busy={busy}>
          Change user name
        </Button>
      </form>
    </section>
  )
}
