import type { Context, Hono, Next } from 'hono'
import { AppError } from '../errors/app-error.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/**
 * First in the chain: 404 for an unknown address and 405 with Allow for a wrong method, before any other check. Hono
 * alone answers 404 for both.
 */
export function routesOnly(app: Pick<Hono, 'router'>) {
  return async function routesOnlyMiddleware(c: Context, next: Next) {
    const has = (method: string) =>
      app.router.match(method, c.req.path)[0].some(([[, route]]) => isRoute(route) && route.method !== 'ALL')
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
    if (has(method)) return next()
    const allowed = METHODS.filter(has)
    if (allowed.length === 0) throw new AppError('not_found')
    c.header('allow', allowed.join(', '))
    throw new AppError('method_not_allowed')
  }
}

function isRoute(value: unknown): value is { method: string } {
  return typeof value === 'object' && value !== null && 'method' in value
}
