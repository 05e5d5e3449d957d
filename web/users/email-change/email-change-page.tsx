import { Suspense, use } from 'react'
import { ownAccountApi } from '../../browser/api/own-account-calls.ts'
import { replaceWith } from '../../browser/navigation/navigate.ts'
import { leaveFlash } from '../../browser/storage/flash-cookie.ts'
import type { PageProps, Session } from '../../site/session/session.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { NeedsScript } from '../../ui/form/needs-script.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { AccountFrame } from '../form/account-frame.tsx'
import { withReturnTo } from '../form/return-to.ts'

export type EmailChangeData = { token: string }

/** /email_change?token=: the press that makes a new address count. Mail scanners open links, but press nothing. */
export function Page({ data: { token }, session }: PageProps<EmailChangeData>) {
  return (
    <AccountFrame title="Confirm your new email address">
      <NeedsScript />
      <Suspense fallback={<p>One moment.</p>}>
        <Confirm token={token} session={session} />
      </Suspense>
    </AccountFrame>
  )
}

function Confirm({ token, session }: { token: string; session: Promise<Session> }) {
  const viewer = use(session)
  const form = useForm([], async () => {
    const { email } = await ownAccountApi.confirmEmailChange(token)
    leaveFlash({ type: 'success', message: `Your email address is ${email} now.` })
    replaceWith('/settings/account')
  })
  if (viewer.kind !== 'user')
    return (
      <>
        <p>Sign in to the account that you want to change. This link then asks you to confirm.</p>
        <div className="actions">
          <ButtonLink href={withReturnTo('/login', `/email_change?token=${encodeURIComponent(token)}`)}>
            Sign in
          </ButtonLink>
        </div>
      </>
    )
  return (
    <Form form={form} button="Use the new address">
      <p>
        The account <b>{viewer.me.login}</b> now uses {viewer.me.email}. From then on, you sign in with the new address.
      </p>
    </Form>
  )
}
