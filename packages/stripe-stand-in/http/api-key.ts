import { invalidRequest } from '../store/stripe-api-error.ts'

export type Key = { text: string; kind: 'secret' | 'publishable' }

/** The key from `Authorization: Bearer sk_test_…`. */
export function readKey(request: Request): Key {
  const text = bearer(request)
  if (!text) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  }
  if (/^[sr]k_test_\w+$/.test(text)) return { text, kind: 'secret' }
  if (/^pk_test_\w+$/.test(text)) return { text, kind: 'publishable' }
  throw unauthorized(`Invalid API Key provided: ${mask(text)}`)
}

export function secretOnly(): Error {
  const message =
    'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.'
  return invalidRequest(message, { status: 403, code: 'secret_key_required' })
}

function bearer(request: Request): string | undefined {
  return /^bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}

function unauthorized(message: string): Error {
  return invalidRequest(message, { status: 401 })
}

function mask(key: string): string {
  return key.length > 12 ? `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}` : '*'.repeat(key.length)
}
