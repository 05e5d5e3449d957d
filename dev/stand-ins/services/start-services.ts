import { Hono } from 'hono'
import { doubleRoutes } from '../doubles/double-routes.ts'
import { listen } from '../stand-in/listen.ts'
import { servePageStyles } from '../stand-in/stand-in-page.ts'
import { apiRoutes } from './apis/api-routes.ts'
import { serviceCatalog } from './oauth/service-endpoints.ts'
import type { ServiceEndpoints } from './oauth/service-endpoints.ts'
import { servicesControl } from './services-control.ts'
import type { ServicesControl } from './services-control.ts'
import { FEEDS } from './feeds/feed-items.ts'
import { feedRoutes } from './feeds/feed-routes.ts'
import { hubRoutes } from './feeds/hub-routes.ts'
import { homePageRoutes } from './home-page/home-page-routes.ts'
import { demoId } from './oauth/demo-id.ts'
import { weatherRoutes } from './apis/weather-routes.ts'
import { keyServiceRoutes } from './apis/key-service.ts'
import { authorizationServerMetadata } from './oauth/oauth-metadata.ts'
import { openIdRoutes } from './oauth/open-id.ts'
import { providerRoutes } from './oauth/authorization-server.ts'
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
    new URL('./oauth/consent-page.css', import.meta.url),
  )
  app.route('/', homePageRoutes(ctx))
  for (const endpoints of serviceCatalog(ctx.origin)) {
    const metadata = authorizationServerMetadata(endpoints)
    app.get(`/.well-known/oauth-authorization-server/${endpoints.module_name}`, (c) => c.json(metadata))
  }
  for (const service of standInServices) {
    app.route(`/${service.module_name}/oauth`, providerRoutes(ctx, service))
    app.route(`/${service.module_name}/api`, apiRoutes(ctx, service))
  }
  app.route(`/${demoId.module_name}`, openIdRoutes(ctx))
  app.route(`/${keyService.module_name}/api`, keyServiceRoutes(ctx))
  app.route(`/${weatherService.module_name}/api`, weatherRoutes(ctx))
  app.route(`/${FEEDS}`, feedRoutes(ctx))
  app.route('/hub', hubRoutes(ctx))
  app.route('/', doubleRoutes(ctx))
  return app
}
