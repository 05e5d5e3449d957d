import { Suspense, use, useState } from 'react'
import type { EmailVerification } from '../../../worker/contract/accounts/email-verification.ts'
import { HOME_OF_USERS } from '../../../worker/contract/addresses.ts'
import type { PageProps, Session } from '../../site/session/session.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { AccountFrame } from '../form/account-frame.tsx'
import { withReturnTo } from '../form/return-to.ts'
import { ConfirmEmailForm } from './confirm-email-form.tsx'
import { ResendButton } from './resend-button.tsx'

/** `link`: null if it was used, is too old or is not ours. */
export type VerifyEmailData = { token: string; link: EmailVerification | null }

/** /verify_email?token= */
export function Page({ data: { token, link }, session }: PageProps<VerifyEmailData>) {
  const [end, setEnd] = useState<'verified' | 'gone' | null>(link ? null : 'gone')
  if (end === 'verified') return <Verified takesFocus text="Thank you. There is nothing else to do." />
  if (link && end === null) return <ConfirmEmailForm token={token} link={link} onEnd={setEnd} />
  return (
    <Suspense fallback={<LinkGone session={null} />}>
      <LinkGoneFor session={session} />
    </Suspense>
  )
}

function Verified({ text, takesFocus = false }: { text: string; takesFocus?: boolean }) {
  return (
    <AccountFrame title="Your email is verified" takesFocus={takesFocus}>
      <p>{text}</p>
      <div className="actions">
        <ButtonLink href={HOME_OF_USERS}>Go to your Applets</ButtonLink>
      </div>
    </AccountFrame>
  )
}

function LinkGoneFor({ session }: { session: Promise<Session> }) {
  return <LinkGone session={use(session)} />
}

/** A verified user most likely opened the link twice. */
function LinkGone({ session }: { session: Session | null }) {
  const me = session?.kind === 'user' ? session.me : null
  if (me?.email_verified) return <Verified text="This link was already used. There is nothing left to do." />
  return (
    <AccountFrame title="This link is no longer valid">
      <p role="alert">A link works once, for one day.</p>
      {me ? <ResendButton email={me.email} /> : null}
      {session?.kind === 'visitor' ? (
        <div className="actions">
          <ButtonLink href={withReturnTo('/login', '/settings')}>Sign in to get a new one</ButtonLink>
        </div>
      ) : null}
    </AccountFrame>
  )
}
