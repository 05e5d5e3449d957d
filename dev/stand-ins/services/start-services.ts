import { Hono } from 'hono'
import { doubleAddresses, doubleRoutes } from '../doubles/double-routes.ts'
import { signInRoutes } from '../oauth/authorization-server.ts'
import { listen } from '../stand-in/listen.ts'
import { servePageStyles } from '../stand-in/page-styles.ts'
import { servicesControl } from './services-control.ts'
import type { ServicesControl } from './services-control.ts'
import { homePageRoutes } from './home-page/home-page-routes.ts'
import { demoId } from './data/demo-id.ts'
import { openContext } from './data/services-state.ts'
import type { ServicesContext } from './data/services-state.ts'

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
  /** Where the services are, by module name: the Worker's setting SERVICE_ADDRESSES. */
  addresses: Record<string, string>
  control: ServicesControl
  /** From now on, the product is at this origin. */
  tellProductAt(origin: string): void
}

/** Starts the doubles of all services, and the OpenID provider of the demo, offline. */
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
  return { origin, close, addresses: doubleAddresses(origin), control: servicesControl(ctx), tellProductAt }
}

function servicesApp(ctx: ServicesContext): Hono {
  const app = new Hono()
  servePageStyles(
    app,
    new URL('./home-page/services.css', import.meta.url),
    new URL('../oauth/consent-page.css', import.meta.url),
  )
  app.route('/', homePageRoutes(ctx))
  const address = `${ctx.origin}/${demoId.module_name}`
  app.route(`/${demoId.module_name}`, signInRoutes({ ctx, address, settings: demoId }))
  app.route('/', doubleRoutes(ctx))
  return app
}
