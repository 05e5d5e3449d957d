import type { Context, Hono, Next } from 'hono'
import { matchedRoutes } from 'hono/route'
import { AppError } from '../errors/app-error.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/**
 * First in the chain: 404 for an unknown address and 405 with Allow for a wrong method, before any other check. Hono
 * alone answers 404 for both.
 */
export function routesOnly(app: Pick<Hono, 'router'>) {
  return async function routesOnlyMiddleware(c: Context, next: Next) {
    // The router would take it for the address without the slash.
    if (c.req.path.endsWith('/')) throw new AppError('not_found')
    if (matchedRoutes(c).some(({ method }) => method !== 'ALL')) return next()
    const has = (method: string) =>
      app.router.match(method, c.req.path)[0].some(([[, route]]) => isRoute(route) && route.method !== 'ALL')
    const allowed = METHODS.filter(has)
    if (allowed.length === 0) throw new AppError('not_found')
    c.header('allow', allowed.join(', '))
    throw new AppError('method_not_allowed')
  }
}

function isRoute(value: unknown): value is { method: string } {
  return typeof value === 'object' && value !== null && 'method' in value
}
