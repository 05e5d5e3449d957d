import { useState } from 'react'
import { RECOVERY_PAGE, SECOND_STEP_PAGE } from '../../../worker/contract/accounts/second-step-pages.ts'
import type { RecoveryState, SecondStepResponse } from '../../../worker/contract/accounts/second-factor.ts'
import type { RefusedForm } from '../../../worker/contract/accounts/form-pages.ts'
import { secondFactorApi } from '../../browser/api/second-factor-calls.ts'
import { CsrfField } from '../../site/csrf-field.tsx'
import type { PageProps, Session } from '../../site/session/session.ts'
import { dayInWords, timeInWords } from '../../ui/dates/dates.ts'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { AccountFrame } from '../form/account-frame.tsx'
import { withReturnTo } from '../form/return-to.ts'
import { ExpiredSignIn } from './expired-sign-in.tsx'
import './recovery-page.css'

export type RecoveryData = SecondStepResponse & { return_to: string; refused: RefusedForm | null; timeZone: string }

/** /login/recovery: for users who have lost their passkey and their codes. The wait begins with a press. */
export function Page({ data: { waiting, return_to, refused, timeZone }, session }: PageProps<RecoveryData>) {
  const [recovery, setRecovery] = useState<RecoveryState | null>(waiting?.recovery ?? null)
  const [begunHere, setBegunHere] = useState(false)
  if (!waiting) return <ExpiredSignIn returnTo={return_to} />
  if (recovery) return <Waiting recovery={recovery} takesFocus={begunHere} returnTo={return_to} timeZone={timeZone} />
  return (
    <Begin
      returnTo={return_to}
      session={session}
      refused={refused}
      onBegun={(begun) => {
        setRecovery(begun)
        setBegunHere(true)
      }}
    />
  )
}

type BeginProps = {
  returnTo: string
  session: Promise<Session>
  refused: RefusedForm | null
  onBegun: (recovery: RecoveryState) => void
}

function Begin({ returnTo, session, refused, onBegun }: BeginProps) {
  const native = { action: withReturnTo(RECOVERY_PAGE, returnTo), refused }
  const send = async () => onBegun(await secondFactorApi.beginRecovery())
  const form = useForm([], send, undefined, native)
  return (
    <AccountFrame
      title="Sign in without a passkey"
      lead="You can, after 72 hours. That gives you time to stop somebody else who tries it."
    >
      <ul className="recovery-facts">
        <li>We write to your email address now, and after one and two days. Each email can stop the wait.</li>
        <li>After 72 hours you sign in as usual, and two-step sign-in turns off. You have seven days for that.</li>
        <li>If you find your passkey or a code meanwhile, sign in with it. That ends the wait.</li>
      </ul>
      <Form form={form} button="Start the 72 hours">
        <CsrfField session={session} />
      </Form>
      <p className="elsewhere">
        <a href={withReturnTo(SECOND_STEP_PAGE, returnTo)}>Use a passkey or a code instead</a>
      </p>
    </AccountFrame>
  )
}

type WaitingProps = { recovery: RecoveryState; takesFocus: boolean; returnTo: string; timeZone: string }

function Waiting({ recovery: { due_at, expires_at }, takesFocus, returnTo, timeZone }: WaitingProps) {
  return (
    <AccountFrame title="The wait has begun" takesFocus={takesFocus}>
      <p>
        From <b>{momentInWords(due_at, timeZone)}</b> on, you can sign in as usual. That turns two-step sign-in off and
        signs out your other devices.
      </p>
      <p>
        Please do so before {dayInWords(expires_at, timeZone)}. We sent you an email that can stop this, and will send
        two more.
      </p>
      <p className="elsewhere">
        Found it? <a href={withReturnTo(SECOND_STEP_PAGE, returnTo)}>Use your passkey or a code</a>
      </p>
    </AccountFrame>
  )
}

function momentInWords(time: number, timeZone: string): string {
  return `${dayInWords(time, timeZone)} at ${timeInWords(time, timeZone)}`
}
