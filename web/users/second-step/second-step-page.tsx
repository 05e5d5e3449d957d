import { RECOVERY_PAGE, SECOND_STEP_PAGE } from '../../../worker/contract/accounts/second-step-pages.ts'
import type { SecondStepResponse } from '../../../worker/contract/accounts/second-factor.ts'
import type { RefusedForm } from '../../../worker/contract/accounts/form-pages.ts'
import { secondFactorApi } from '../../browser/api/second-factor-calls.ts'
import { askPasskey, hasPasskeys } from '../../browser/device/passkey-device.ts'
import { replaceWith } from '../../browser/navigation/navigate.ts'
import { CsrfField } from '../../site/csrf-field.tsx'
import type { PageProps, Session } from '../../site/session/session.ts'
import { Button } from '../../ui/button/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { usePresses } from '../../ui/press/use-presses.ts'
import { useInBrowser } from '../../ui/state/use-in-browser.ts'
import { AccountFrame } from '../form/account-frame.tsx'
import { pathAfterSignIn } from '../sign-in/path-after-sign-in.ts'
import { withReturnTo } from '../form/return-to.ts'
import { ExpiredSignIn } from './expired-sign-in.tsx'

export type SecondStepData = SecondStepResponse & { return_to: string; refused: RefusedForm | null }

/** /login/second_step: a passkey or a recovery code finishes the sign-in that waits in this browser. */
export function Page({ data: { waiting, return_to, refused }, session }: PageProps<SecondStepData>) {
  if (!waiting) return <ExpiredSignIn returnTo={return_to} />
  return (
    <AccountFrame title="One more step" lead="Your account asks for a passkey besides your password or provider.">
      <PasskeyStep returnTo={return_to} />
      <CodeStep returnTo={return_to} session={session} refused={refused} />
      <p className="elsewhere">
        <a href={withReturnTo(RECOVERY_PAGE, return_to)}>I have neither a passkey nor a code</a>
      </p>
    </AccountFrame>
  )
}

/** Not there without scripts, or in a browser without passkeys. */
function PasskeyStep({ returnTo }: { returnTo: string }) {
  const possible = useInBrowser(hasPasskeys, false)
  const { problem, press, isWorking } = usePresses<'use'>(async () => {
    const passkey = await askPasskey(await secondFactorApi.passkeyOptions())
    replaceWith(pathAfterSignIn(await secondFactorApi.finish({ passkey }), returnTo))
  })
  if (!possible) return null
  return (
    <div className="form">
      <Button busy={isWorking('use')} onClick={() => press('use')}>
        Use your passkey
      </Button>
      <ErrorPanel title={problem} />
    </div>
  )
}

type CodeProps = { returnTo: string; session: Promise<Session>; refused: RefusedForm | null }

function CodeStep({ returnTo, session, refused }: CodeProps) {
  const send = async (input: { code: string }) =>
    replaceWith(pathAfterSignIn(await secondFactorApi.finish(input), returnTo))
  const native = { action: withReturnTo(SECOND_STEP_PAGE, returnTo), refused }
  const form = useForm(['code'], send, undefined, native)
  return (
    <Form form={form} button="Use this code" kind="secondary">
      <CsrfField session={session} />
      <Field
        label="Recovery code"
        name="code"
        id="code"
        hint="One of the ten codes that you kept. Each works once."
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        required
        error={form.problem.fields.code}
      />
    </Form>
  )
}
