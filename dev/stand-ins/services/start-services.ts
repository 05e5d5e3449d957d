import { Hono } from 'hono'
import { doubleRoutes } from '../doubles/double-routes.ts'
import { signInRoutes } from '../oauth/authorization-server.ts'
import { metadataOf } from '../oauth/oauth-metadata.ts'
import type { SignInSettings } from '../oauth/provider-settings.ts'
import { listen } from '../stand-in/listen.ts'
import { servePageStyles } from '../stand-in/page-styles.ts'
import { apiRoutes } from './apis/api-routes.ts'
import { serviceCatalog } from './oauth/service-endpoints.ts'
import type { ServiceEndpoints } from './oauth/service-endpoints.ts'
import { servicesControl } from './services-control.ts'
import type { ServicesControl } from './services-control.ts'
import { FEEDS } from './feeds/feed-items.ts'
import { feedRoutes } from './feeds/feed-routes.ts'
import { hubRoutes } from './feeds/hub-routes.ts'
import { meetFaults } from './faults/meet-faults.ts'
import { homePageRoutes } from './home-page/home-page-routes.ts'
import { demoId } from './oauth/demo-id.ts'
import { weatherRoutes } from './apis/weather-routes.ts'
import { keyServiceRoutes } from './apis/key-service.ts'
import { keyService, standInServices, weatherService } from './data/services.ts'
import { openContext } from './data/services-state.ts'
import type { ServicesContext } from './data/services-state.ts'

export type { ServiceEndpoints } from './oauth/service-endpoints.ts'
export type { ServicesControl } from './services-control.ts'

export type ServicesOptions = {
  /** 0 picks any free port. */
  port: number
  /** A JSON file, written on every change; without it, the state stays in memory. */
  stateFile?: string
  now?: () => number
}

export type Services = {
  origin: string
  close(): Promise<void>
  catalog: ServiceEndpoints[]
  control: ServicesControl
  /** From now on, the product at this origin is told when something happens at a service. */
  tellProductAt(origin: string): void
}

/** Starts the demo services, offline: an OAuth 2 provider with consent, expiry and revocation, and service APIs. */
export async function startServices({ port, stateFile, now = Date.now }: ServicesOptions): Promise<Services> {
  // The state is read before the port is taken: an unreadable file must not leave a server behind.
  const ctx = openContext('', stateFile, now)
  const { origin, close } = await listen(port, (address) => {
    ctx.origin = address
    const app = servicesApp(ctx)
    return (request, drop) => app.fetch(request, { drop })
  })
  const tellProductAt = (product: string) => {
    ctx.product = product
  }
  return { origin, close, catalog: serviceCatalog(origin), control: servicesControl(ctx), tellProductAt }
}

function servicesApp(ctx: ServicesContext): Hono {
  const app = new Hono()
  servePageStyles(
    app,
    new URL('./home-page/services.css', import.meta.url),
    new URL('../oauth/consent-page.css', import.meta.url),
  )
  app.route('/', homePageRoutes(ctx))
  for (const service of standInServices) {
    const address = addSignIn(app, ctx, service)
    app.get(`/.well-known/oauth-authorization-server/${service.module_name}`, (c) =>
      c.json(metadataOf({ address, settings: service })),
    )
    app.route(`/${service.module_name}/api`, apiRoutes(ctx, service))
  }
  addSignIn(app, ctx, demoId)
  app.route(`/${keyService.module_name}/api`, keyServiceRoutes(ctx))
  app.route(`/${weatherService.module_name}/api`, weatherRoutes(ctx))
  app.route(`/${FEEDS}`, feedRoutes(ctx))
  app.route('/hub', hubRoutes(ctx))
  app.route('/', doubleRoutes(ctx))
  return app
}

/** Returns where the service is. Its token endpoint meets faults. */
function addSignIn(app: Hono, ctx: ServicesContext, settings: SignInSettings): string {
  const { module_name, paths } = settings
  const address = `${ctx.origin}/${module_name}`
  app.use(`/${module_name}${paths.token}`, meetFaults(ctx, module_name, 'token', refuseToken))
  app.route(`/${module_name}`, signInRoutes({ ctx, address, settings }))
  return address
}

/** The response of a provider that is down, or that has revoked the grant. */
function refuseToken(status: number): Response {
  const headers = { 'cache-control': 'no-store' }
  const error = { 400: 'invalid_grant', 401: 'invalid_client' }[status]
  const error_description = 'A test requested this failure'
  if (error !== undefined) return Response.json({ error, error_description }, { status, headers })
  return new Response(error_description, { status, headers: { ...headers, 'retry-after': '1' } })
}
