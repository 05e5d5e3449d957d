import { useRef } from 'react'
import type { JoinInput } from '../../../worker/contract/accounts/account-input.ts'
import { welcomeMessage } from '../../../worker/contract/accounts/account-words.ts'
import type { RefusedForm } from '../../../worker/contract/accounts/form-pages.ts'
import { api } from '../../browser/api/api-calls.ts'
import { hasPasskeys } from '../../browser/device/passkey-device.ts'
import { leaveFlash } from '../../browser/storage/flash-cookie.ts'
import { replaceWith } from '../../browser/navigation/navigate.ts'
import type { PageProps } from '../../site/session/session.ts'
import { useSite } from '../../site/site-context.tsx'
import { Button } from '../../ui/button/button.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { useInBrowser } from '../../ui/state/use-in-browser.ts'
import { Field } from '../../ui/form/field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { AccountFrame } from '../form/account-frame.tsx'
import { EmailField } from '../form/email-field.tsx'
import { NewPasswordField } from '../form/password-field.tsx'
import { withReturnTo } from '../form/return-to.ts'
import { joinWithPasskey } from './passkey-join.ts'
import { pressedWords, type PressedApplet } from './pressed-applet.ts'
import { SignInWith } from './sign-in-with.tsx'
import '../../ui/styles/forms.css'

export type JoinData = { return_to: string; refused: RefusedForm | null; pressed?: PressedApplet | null }

/** /join: signs a new account in at once and continues to return_to. */
export function Page({ data: { return_to, refused, pressed } }: PageProps<JoinData>) {
  const { product_name } = useSite()
  // Which button was pressed; the form without scripts has only the other one.
  const withPasskey = useRef(false)
  const send = async (values: JoinInput) => {
    const { me } = withPasskey.current ? await joinWithPasskey(values) : await api.join(values)
    leaveFlash({ type: 'info', message: welcomeMessage(me.login) })
    replaceWith(return_to)
  }
  const possible = useInBrowser(hasPasskeys, false)
  const native = { action: withReturnTo('/join', return_to), refused }
  const { form, busy, problem } = useForm(['email', 'password', 'login'], send, undefined, native)
  return (
    <AccountFrame title={`Join ${product_name}`} lead={pressed && pressedWords(pressed, 'Join')}>
      <SignInWith returnTo={return_to} />
      <form className="form" {...form}>
        <EmailField error={problem.fields.email} given={refused?.values.email} />
        <NewPasswordField label="Password" error={problem.fields.password} />
        <Field
          label="User name"
          name="login"
          id="login"
          hint="3 to 30 letters, digits, - or _. Others see it on Applets you publish."
          autoComplete="nickname"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          defaultValue={refused?.values.login}
          error={problem.fields.login}
        />
        <ErrorPanel title={problem.message} />
        <Button type="submit" busy={busy} onClick={() => (withPasskey.current = false)}>
          Join
        </Button>
        {possible ? (
          <Button
            type="submit"
            formNoValidate
            kind="secondary"
            busy={busy}
            onClick={() => (withPasskey.current = true)}
          >
            Join with a passkey, without a password
          </Button>
        ) : null}
      </form>
      <p className="elsewhere">
        Have an account? <a href={withReturnTo('/login', return_to)}>Sign in</a>
      </p>
    </AccountFrame>
  )
}
