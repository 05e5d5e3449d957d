import { ownAccountApi } from '../../browser/api/own-account-calls.ts'
import { Field } from '../../ui/form/field.tsx'
import { SettingsForm } from './settings-form.tsx'
import { useSavedForm } from './use-saved-form.ts'

/** Changes the user name, with what becomes of the old one. */
export function LoginForm({ login }: { login: string }) {
  const state = useSavedForm(
    ['login'],
    (values) => ownAccountApi.changeLogin(values.login.trim()),
    (values) => `Your user name is ${values.login.trim()} now.`,
  )
  return (
    <SettingsForm id="user-name" title="User name" state={state} button="Change user name">
      <Field
        label="Your user name"
        name="login"
        id="login"
        defaultValue={login}
        error={state.problem.fields.login}
        hint="The address of your author page changes with it. The old one leads there for 90 days, and nobody else can take your old name until then."
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </SettingsForm>
  )
}
