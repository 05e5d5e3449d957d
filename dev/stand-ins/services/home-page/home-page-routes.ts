import { Hono } from 'hono'
import { sameOriginOnly } from '../../stand-in/same-origin-only.ts'
import type { ServicesContext } from '../data/services-state.ts'
import { expireGrant, revokeGrant } from '../../oauth/oauth-tokens.ts'
import { servicesHomePage } from './services-home-page.ts'

/** The page, and its buttons. Each leads back to where it was pressed. */
export function homePageRoutes(ctx: ServicesContext): Hono {
  const app = new Hono()
  app.use('/grants/*', sameOriginOnly(ctx.origin))
  app.get('/', () => servicesHomePage(ctx))
  app.post('/grants/:id/revoke', (c) => {
    revokeGrant(ctx, c.req.param('id'))
    return c.redirect('/', 303)
  })
  app.post('/grants/:id/expire', (c) => {
    const grant = ctx.state.grants.find((each) => each.id === c.req.param('id'))
    if (grant !== undefined) expireGrant(ctx, grant)
    return c.redirect('/', 303)
  })
  return app
}
