import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'

/**
 * Makes no address public that looks like a secret and is not among those that its author has `seen`, as they are shown.
 * Throws `invalid_input` (422) with one error each: `key` is its field, `data` what of the address may be shown.
 */
export function requireSeenAddresses(
  addresses: readonly { key: string; host: string }[],
  seen: readonly string[],
): void {
  const errors = addresses
    .filter(({ host }) => !seen.includes(host))
    .map(({ key, host }) => ({ attribute: key, message: SENTENCES.address_like_secret(host), data: { address: host } }))
  if (errors.length > 0) throw new AppError('invalid_input', { errors })
}
