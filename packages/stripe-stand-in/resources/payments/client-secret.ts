import { invalidRequest } from '../../store/stripe-api-error.ts'
import type { Key } from '../../http/api-key.ts'

/** A page may read and confirm an intent only with its client secret; a server needs none. */
export function holdsSecret(key: Key, intent: { id: string; client_secret: string | null }, secret?: string): void {
  if (secret === undefined && key.kind === 'secret') return
  if (secret === undefined) {
    throw invalidRequest('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    })
  }
  if (secret === intent.client_secret) return
  const message = `The client_secret provided does not match the client_secret of this object: ${intent.id}.`
  throw invalidRequest(message, { param: 'client_secret' })
}
