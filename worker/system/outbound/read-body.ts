export const TOO_LARGE = 'The answer is too large.'

/** The whole body, at most `max` bytes. Throws `TOO_LARGE` beyond, and the signal's reason when it aborts. */
export async function readLimited(response: Response, signal: AbortSignal, max: number): Promise<ArrayBuffer | null> {
  if (!response.body) return null
  if (isKnownToFit(response, max)) return response.arrayBuffer()
  return new Response(limitStream(response.body, max, signal)).arrayBuffer()
}

/** Its length is known and small: reading it as a whole takes one turn instead of one for each part. */
function isKnownToFit({ headers }: Response, max: number): boolean {
  const length = headers.get('content-length')
  return length !== null && Number(length) <= max && !headers.has('content-encoding')
}

/** The body as it arrives; it breaks off with `TOO_LARGE` beyond `max` bytes. */
export function limitStream(
  body: ReadableStream<Uint8Array>,
  max: number,
  signal?: AbortSignal,
): ReadableStream<Uint8Array> {
  let size = 0
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, to) {
        size += chunk.length
        if (size > max) to.error(new Error(TOO_LARGE))
        else to.enqueue(chunk)
      },
    }),
    { ...(signal && { signal }) },
  )
}

/** The headers that callers read; the body is already decoded, and cookies stay out. */
const KEPT_HEADERS = [
  'cache-control',
  'content-type',
  'etag',
  'expires',
  'last-modified',
  'link',
  'location',
  'ratelimit-reset',
  'retry-after',
  'www-authenticate',
  'x-accepted-github-permissions',
  'x-accepted-oauth-scopes',
  'x-oauth-scopes',
  'x-poll-interval',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
]

export function keptHeaders(headers: Headers): Headers {
  const kept = new Headers()
  for (const name of KEPT_HEADERS) {
    const value = headers.get(name)
    if (value !== null) kept.set(name, value)
  }
  return kept
}
