import type { Context, Next } from 'hono'

/** A response may be cached only if its route says so. */
export async function privateByDefault(c: Context, next: Next) {
  await next()
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'private, no-store')
}
