import type { PageProps } from '../../site/session.ts'
import { AskReset } from './ask-reset.tsx'
import { NewPassword } from './new-password.tsx'

export type PasswordResetData = { token: string | null }

/** /password_reset: requests the link, or sets the new password when the address has a token. */
export function Page({ data: { token } }: PageProps<PasswordResetData>) {
  return token ? <NewPassword token={token} /> : <AskReset />
}
