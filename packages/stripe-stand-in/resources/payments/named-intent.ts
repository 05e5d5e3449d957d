import type { Key } from '../../http/api-key.ts'
import type { Call } from '../../http/api-route.ts'
import { invalidRequest } from '../../store/stripe-api-error.ts'
import type { Objects } from '../../store/stripe-objects.ts'

/** The intent that a call names. A page reads and confirms it only with its client secret; a server needs none. */
export function namedIntent<Kind extends 'payment_intent' | 'setup_intent'>(
  kind: Kind,
  { client_secret }: { client_secret?: string },
  { store, key, path }: Call,
): Objects[Kind] {
  const intent = store.require(kind, path('id'), 'intent')
  holdsSecret(key, intent, client_secret)
  return intent
}

function holdsSecret(key: Key, intent: { id: string; client_secret: string | null }, secret?: string): void {
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
