import type { RefusedForm } from '../../../worker/contract/accounts/form-pages.ts'
import type { PageProps } from '../../site/session/session.ts'
import { AskReset, ResetAsked } from './ask-reset.tsx'
import { NewPassword } from './new-password.tsx'

/** `asked`: a form without JavaScript asked for the link. */
export type PasswordResetData = { token: string | null; asked: boolean; refused: RefusedForm | null }

/** /password_reset: requests the link, or sets the new password when the address has a token. */
export function Page({ data: { token, asked, refused }, session }: PageProps<PasswordResetData>) {
  if (token) return <NewPassword token={token} session={session} refused={refused} />
  return asked ? <ResetAsked email={null} /> : <AskReset session={session} refused={refused} />
}
