import type { Context, Next } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { BODY_MAX_BYTES } from '../../contract/limits.ts'
import { AppError } from '../errors/app-error.ts'

/** Answers 413 to a body over 64 KB, also without a content-length. */
export const limitBody = bodyLimit({
  maxSize: BODY_MAX_BYTES,
  onError: () => {
    throw new AppError('too_large')
  },
})

/** A body must be JSON (415) and valid UTF-8 without NUL (400); calls without a payload may send none. */
export async function jsonOnly(c: Context, next: Next) {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
  const type = c.req.header('content-type')
  if (type && !/^application\/json\s*(;|$)/i.test(type)) throw new AppError('not_json')
  const bytes = new Uint8Array(await c.req.arrayBuffer())
  if (bytes.length === 0) return next()
  if (!type) throw new AppError('not_json')
  if (bytes.includes(0)) throw new AppError('malformed')
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch (cause) {
    throw new AppError('malformed', { cause })
  }
  return next()
}

/** The body of a call whose media type may be any. Throws `malformed` (400) if it is not JSON. */
export async function readJson({ req }: Context): Promise<unknown> {
  try {
    // `json()` would warn of each media type that does not look like text.
    return JSON.parse(new TextDecoder().decode(await req.arrayBuffer()))
  } catch (cause) {
    throw new AppError('malformed', { cause })
  }
}
