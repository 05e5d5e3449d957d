import type { PageProps } from '../../site/session.ts'
import { AskReset } from './ask-reset.tsx'
import { NewPassword } from './new-password.tsx'

export type PasswordResetData = { token: string | null }

/** /password_reset: asks for the link; with the link's token it sets the new password. */
export function Page({ data: { token } }: PageProps<PasswordResetData>) {
  return token ? <NewPassword token={token} /> : <AskReset />
}
