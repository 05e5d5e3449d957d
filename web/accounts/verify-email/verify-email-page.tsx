import { Suspense, use } from 'react'
import { HOME_OF_USERS } from '../../../worker/contract/addresses.ts'
import type { PageProps, Session } from '../../site/session.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { NeedsScript } from '../../ui/form/needs-script.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { AccountFrame } from '../form/account-frame.tsx'
import { ResendButton } from './resend-button.tsx'
import { withReturnTo } from '../form/return-to.ts'
import { useVerify } from './use-verify.ts'
import type { VerifyState } from './verify-flow.ts'

export type VerifyEmailData = { token: string }

/** /verify_email?token= */
export function Page({ data: { token }, session }: PageProps<VerifyEmailData>) {
  const { state, retry } = useVerify(token)
  return <VerifyEmail state={state} session={session} onRetry={retry} />
}

type Props = { state: VerifyState; session: Promise<Session>; onRetry: () => void }

export function VerifyEmail({ state, session, onRetry }: Props) {
  switch (state.kind) {
    case 'checking':
      return (
        <AccountFrame title="Verifying your email">
          <NeedsScript />
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
          <p role="status">One moment.</p>
        </AccountFrame>
      )
    case 'verified':
      return (
        <AccountFrame title="Your email is verified">
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
          <p role="status">Thank you. There is nothing else to do.</p>
          <div className="actions">
            <ButtonLink href={HOME_OF_USERS}>Go to your Applets</ButtonLink>
          </div>
        </AccountFrame>
      )
    case 'unreachable':
      return (
        <AccountFrame title="Your email could not be verified yet">
          <ErrorPanel title={state.message} action={<Button onClick={onRetry}>Try again</Button>} />
        </AccountFrame>
      )
    default:
      return (
        <Suspense fallback={<LinkGone session={null} />}>
          <LinkGoneFor session={session} />
        </Suspense>
      )
  }
}

function LinkGoneFor({ session }: { session: Promise<Session> }) {
  return <LinkGone session={use(session)} />
}

/** A verified user most likely opened the link twice. */
function LinkGone({ session }: { session: Session | null }) {
  const me = session?.kind === 'user' ? session.me : null
  if (me?.email_verified) {
    return (
      <AccountFrame title="Your email is verified">
        <p>This link was already used. There is nothing left to do.</p>
        <div className="actions">
          <ButtonLink href={HOME_OF_USERS}>Go to your Applets</ButtonLink>
        </div>
      </AccountFrame>
    )
  }
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
