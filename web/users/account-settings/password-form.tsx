import { PASSWORD_CHANGED } from '../../../worker/contract/accounts/account-words.ts'
import { ownAccountApi } from '../../browser/api/own-account-calls.ts'
import { Field } from '../../ui/form/field.tsx'
import { NewPasswordField } from '../form/password-field.tsx'
import { SettingsForm } from './settings-form.tsx'
import { useSavedForm } from './use-saved-form.ts'

/** Changes the password with the current one, or sets the first one. */
export function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const state = useSavedForm(
    ['current', 'password'],
    ({ current, password }) => ownAccountApi.changePassword({ password, ...(hasPassword && { current }) }),
    () => PASSWORD_CHANGED,
  )
  return (
    <SettingsForm
      id="password-heading"
      title="Password"
      state={state}
      button={hasPassword ? 'Change password' : 'Set a password'}
      before={hasPassword ? null : <p>You have no password yet, because you sign in another way.</p>}
      after={
        <p className="quiet-text">
          All your other devices are signed out.{' '}
          {hasPassword ? <a href="/password_reset">Forgot your password?</a> : null}
          <br />
          Passkeys and linked providers are under <a href="/settings#sign-in-ways">Ways to sign in</a>.
        </p>
      }
    >
      {hasPassword ? (
        <Field
          label="Current password"
          type="password"
          name="current"
          id="current"
          error={state.problem.fields.current}
          autoComplete="current-password"
          required
        />
      ) : null}
      <NewPasswordField label="New password" error={state.problem.fields.password} />
    </SettingsForm>
  )
}
