import { SENTENCES } from '../../../contract/errors.ts'
import { isCommonPassword } from './common-passwords.ts'
import { isEasyToGuess } from './easy-to-guess.ts'

/** Whose password it will be. `product`: the setting PRODUCT_NAME. */
type PasswordOwner = { email: string; login: string; product: string }

/** The sentence why a new password is refused, or null. The contract checks its length; signing in asks nothing of this. */
export function passwordProblem(password: string, owner: PasswordOwner): string | null {
  const plain = password.normalize('NFKC').toLowerCase()
  if ([owner.email, owner.login.toLowerCase()].includes(plain.trim())) return SENTENCES.password_names_owner
  const [mailbox = '', domain = ''] = owner.email.split('@')
  const names = [owner.login, owner.product, owner.email, mailbox, domain, domain.split('.')[0] ?? '']
  return isCommonPassword(password) || isEasyToGuess(password, names) ? SENTENCES.password_too_easy : null
}
