import type { Context } from 'hono'
import { AppError } from '../errors/app-error.ts'

/** The body of a call whose media type may be any. Throws `malformed` (400) if it is not JSON. */
export async function readJson({ req }: Context): Promise<unknown> {
  try {
    // `json()` would warn of each media type that does not look like text.
    return JSON.parse(new TextDecoder().decode(await req.arrayBuffer()))
  } catch (cause) {
    throw new AppError('malformed', { cause })
  }
}
