export const TOO_LARGE = 'The answer is too large.'

type Bytes = Uint8Array<ArrayBuffer>

/** The whole body, at most `max` bytes. Throws `TOO_LARGE` beyond, and the signal's reason when it aborts. */
export async function readLimited(response: Response, signal: AbortSignal, max: number): Promise<Bytes | null> {
  if (!response.body) return null
  if (isKnownToFit(response, max)) return new Uint8Array(await response.arrayBuffer())
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader()
  const stop = () => void reader.cancel(signal.reason)
  signal.addEventListener('abort', stop)
  const chunks: Uint8Array[] = []
  let size = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length
    if (size > max) {
      await reader.cancel()
      throw new Error(TOO_LARGE)
    }
    chunks.push(part.value)
  }
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
  return joined(chunks, size)
}

/** Its length is known and small: reading it as a whole takes one turn instead of one for each part. */
function isKnownToFit({ headers }: Response, max: number): boolean {
  const length = headers.get('content-length')
  return length !== null && Number(length) <= max && !headers.has('content-encoding')
}

function joined(chunks: Uint8Array[], size: number): Bytes {
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** The body as it arrives; it breaks off with `TOO_LARGE` beyond `max` bytes. */
export function limitStream(body: ReadableStream<Uint8Array>, max: number): ReadableStream<Uint8Array> {
  let size = 0
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, to) {
        size += chunk.length
        if (size > max) to.error(new Error(TOO_LARGE))
        else to.enqueue(chunk)
      },
    }),
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
