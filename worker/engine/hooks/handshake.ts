/** Longer ones are not echoed: a sender's challenge is short. */
const LONGEST_CHALLENGE = 1024

type Request = { method: string; query: URLSearchParams; body: ArrayBuffer }

/**
 * The text with which a sender wants to see that the address is ours: Slack's `url_verification`, Meta's
 * `hub.challenge`, Microsoft's `validationToken`, Dropbox's `challenge`. Null for everything else.
 */
export function readChallenge({ method, query, body }: Request): string | null {
  const challenge = method === 'POST' ? (query.get('validationToken') ?? readSlack(body)) : readAsked(query)
  return challenge !== null && challenge.length <= LONGEST_CHALLENGE ? challenge : null
}

function readAsked(query: URLSearchParams): string | null {
  return query.get('hub.mode') === 'subscribe' ? query.get('hub.challenge') : query.get('challenge')
}

function readSlack(body: ArrayBuffer): string | null {
  if (body.byteLength === 0 || body.byteLength > 4 * LONGEST_CHALLENGE) return null
  try {
    const given: unknown = JSON.parse(new TextDecoder().decode(body))
    if (typeof given !== 'object' || given === null || Reflect.get(given, 'type') !== 'url_verification') return null
    const challenge: unknown = Reflect.get(given, 'challenge')
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}
