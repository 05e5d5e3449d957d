import { PASSWORD_CHANGED } from '../../../worker/contract/accounts/account-words.ts'
import { ownAccountApi } from '../../api/own-account-calls.ts'
import { Button } from '../../ui/button/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { NewPasswordField } from '../form/password-field.tsx'
import { useSavedForm } from './use-saved-form.ts'

/** Changes the password with the current one, or sets the first one. */
export function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const { form, busy, problem } = useSavedForm(
    ['current', 'password'],
    ({ current, password }) => ownAccountApi.changePassword({ password, ...(hasPassword && { current }) }),
    () => PASSWORD_CHANGED,
  )
  return (
    <section className="account-part" aria-labelledby="password-heading">
      <h2 id="password-heading">Password</h2>
      {hasPassword ? null : <p>You have no password yet, because you sign in another way.</p>}
      <form className="form" {...form}>
        {hasPassword ? (
          <Field
            label="Current password"
            type="password"
            name="current"
            id="current"
            error={problem.fields.current}
            autoComplete="current-password"
            required
          />
        ) : null}
        <NewPasswordField label="New password" error={problem.fields.password} />
        <ErrorPanel title={problem.message} />
        <Button type="submit" kind="secondary" busy={busy}>
          {hasPassword ? 'Change password' : 'Set a password'}
        </Button>
      </form>
      <p className="quiet-text">
        All your other devices are signed out.{' '}
        {hasPassword ? <a href="/password_reset">Forgot your password?</a> : null}
      </p>
    </section>
  )
}
