import type { SignInInput } from '../../../worker/contract/accounts/account-input.ts'
import type { RefusedForm } from '../../../worker/contract/accounts/form-pages.ts'
import type { SignInResponse } from '../../../worker/contract/accounts/second-factor.ts'
import type { SignInProblem } from '../../../worker/contract/oidc/oidc-sign-in.ts'
import { api } from '../../browser/api/api-calls.ts'
import { replaceWith } from '../../browser/navigation/navigate.ts'
import type { PageProps } from '../../site/session/session.ts'
import { useSite } from '../../site/site-context.tsx'
import { useAddressError } from '../../site/address-error/use-address-error.ts'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { AccountFrame } from '../form/account-frame.tsx'
import { EmailField } from '../form/email-field.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { pathAfterSignIn } from './path-after-sign-in.ts'
import { withReturnTo } from '../form/return-to.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { pressedWords, type PressedApplet } from './pressed-applet.ts'
import { SignInWith } from './sign-in-with.tsx'

/** `problem`: why signing in through the provider failed. */
export type LoginData = {
  return_to: string
  problem?: SignInProblem | null
  refused: RefusedForm | null
  pressed?: PressedApplet | null
}

/** /login: continues to return_to with a full navigation, because the whole page changes with the session. */
export function Page({ data: { return_to, problem: elsewhere = null, refused, pressed } }: PageProps<LoginData>) {
  const { product_name } = useSite()
  useAddressError()
  const goOn = (answer: SignInResponse) => replaceWith(pathAfterSignIn(answer, return_to))
  const send = async (values: SignInInput) => goOn(await api.signIn(values))
  const native = { action: withReturnTo('/login', return_to), refused }
  const form = useForm(['email', 'password'], send, undefined, native)
  return (
    <AccountFrame title="Sign in" lead={pressed && pressedWords(pressed, 'Sign in')}>
      <SignInWith returnTo={return_to} problem={elsewhere} />
      <Form form={form} button="Sign in">
        <EmailField error={form.problem.fields.email} given={refused?.values.email} passkeys />
        <PasswordField label="Password" autoComplete="current-password" error={form.problem.fields.password} />
        <p className="under-field">
          <a href="/password_reset">Forgot your password?</a>
        </p>
      </Form>
      <PasskeyButton onSignedIn={goOn} />
      <p className="elsewhere">
        New to {product_name}? <a href={withReturnTo('/join', return_to)}>Join</a>
      </p>
    </AccountFrame>
  )
}
