import { ButtonLink } from '../../ui/button/button.tsx'
import { AccountFrame } from '../form/account-frame.tsx'
import { withReturnTo } from '../form/return-to.ts'

/** Where no sign-in waits in this browser: it was finished, is too old, or never was. */
export function ExpiredSignIn({ returnTo }: { returnTo: string }) {
  return (
    <AccountFrame title="Please sign in again">
      <p>A sign-in waits ten minutes for its second step. This one is over.</p>
      <div className="actions">
        <ButtonLink href={withReturnTo('/login', returnTo)}>Sign in</ButtonLink>
      </div>
    </AccountFrame>
  )
}
