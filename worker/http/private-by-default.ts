import type { Context, Next } from 'hono'

/** An answer may be stored only where its route says so. */
export async function privateByDefault(c: Context, next: Next) {
  await next()
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'private, no-store')
}
