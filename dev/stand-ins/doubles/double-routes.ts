import { Hono } from 'hono'
import { sameOriginOnly } from '../stand-in/same-origin-only.ts'
import { pastedFields } from '../../../worker/services/format/connect-values.ts'
import type { ServiceDefinition } from '../../../worker/services/format/service-definition.ts'
import { serviceDefinitions } from '../../../worker/services/service-registry.ts'
import type { SignInSettings } from '../oauth/provider-settings.ts'
import type { ServicesContext } from '../services/data/services-state.ts'
import { sampleDouble } from '../samples/sample-double.ts'
import { sampledServices } from '../samples/sampled-services.ts'
import { meetFaults, type StandInBindings } from '../services/faults/meet-faults.ts'
import { doubleContext, type DoubleContext } from './context/double-context.ts'
import { feedsRoutes } from './feeds/feeds-double.ts'
import { siteRoutes } from './site_watch/site-double.ts'
import { weatherRoutes } from './weather/weather-double.ts'
import { faultRoutes } from './fault-routes.ts'
import { noteRequests } from './context/note-requests.ts'
import { refuseAsGithub } from './github/github-access.ts'
import { GITHUB_SIGN_IN } from './github/github-oauth.ts'
import { githubRoutes } from './github/github-double.ts'
import { refuseAsGoogleApi } from './google_sheets/google-state.ts'
import { GOOGLE_SIGN_IN } from './google_sheets/google-oauth.ts'
import { googleSheetsRoutes } from './google_sheets/google-sheets-double.ts'
import { refuseAsTelegram, telegramRoutes } from './telegram/telegram-double.ts'
import { larderDouble } from './ifttt-service/larder-double.ts'

/**
 * The double of a real service. `routes` are those of its API, from the address that stands for the service's own; GET
 * / is its page and POST /control/… what the page's buttons do. `refuse`: how its API answers an error with this
 * status. `sign_in`: how people sign in there, which its routes have too. `gone`: how it says that an account is over.
 */
export type Double = {
  module_name: string
  name: string
  routes(ctx: DoubleContext): Hono
  refuse?(status: number): Response
  sign_in?: SignInSettings
  gone?: { status: number; body: string } | null
}

/** One line for each service whose state its file cannot say. */
const ownDoubles = [
  { module_name: 'feeds', name: 'Feeds', routes: feedsRoutes },
  { module_name: 'weather', name: 'MET Norway', routes: weatherRoutes },
  { module_name: 'site_watch', name: 'A watched site', routes: siteRoutes },
  { module_name: 'github', name: 'GitHub', routes: githubRoutes, refuse: refuseAsGithub, sign_in: GITHUB_SIGN_IN },
  { module_name: 'telegram', name: 'Telegram', routes: telegramRoutes, refuse: refuseAsTelegram },
  {
    module_name: 'google_sheets',
    name: 'Google Sheets',
    routes: googleSheetsRoutes,
    refuse: refuseAsGoogleApi,
    sign_in: GOOGLE_SIGN_IN,
  },
  larderDouble,
] as const satisfies readonly Double[]

export type DoubleName = (typeof ownDoubles)[number]['module_name']

/** All doubles: the others answer from the files of their services. */
const doubles: readonly Double[] = [
  ...ownDoubles,
  ...sampledServices(new Set<string>(ownDoubles.map(({ module_name }) => module_name))).map(sampleDouble),
]

/** Mounted at `/{module_name}`, with a ledger of requests and with faults. Those that are changed later are found too. */
export function doubleRoutes(services: ServicesContext, list: readonly Double[] = doubles): Hono<StandInBindings> {
  const app = new Hono<StandInBindings>()
  app.all('/:changed{[a-z][a-z0-9_]*}/*', (c, next) => {
    const id = c.req.param('changed')
    const definition = ownDoubles.some(({ module_name }) => module_name === id) ? undefined : services.changed.get(id)
    return definition ? sampleApp(services, definition).fetch(c.req.raw, c.env) : next()
  })
  for (const double of list) app.route(`/${double.module_name}`, routesOf(services, double))
  return app
}

/** The double of a file that is known only now. */
function sampleApp(services: ServicesContext, definition: ServiceDefinition): Hono<StandInBindings> {
  const app = new Hono<StandInBindings>()
  return app.route(`/${definition.id}`, routesOf(services, sampleDouble(definition)))
}

function routesOf(services: ServicesContext, { module_name, routes, refuse = refuseWithJson, gone = null }: Double) {
  const ctx = doubleContext(services, module_name)
  const double = new Hono<StandInBindings>()
  double.use('/control/*', sameOriginOnly(services.origin))
  const pages = tokenPages(
    services.changed.get(module_name) ?? serviceDefinitions().find(({ id }) => id === module_name),
  )
  const [note, fail] = [noteRequests(ctx), meetFaults(services, module_name, refuse)]
  double.use('*', async (c, next) => {
    const path = new URL(c.req.url).pathname.slice(`/${module_name}`.length)
    const isPage = c.req.method === 'GET' && (path === '' || path === '/' || pages.has(path))
    if (isPage || path.startsWith('/control/')) return next()
    return note(c, async () => void (await fail(c, next)))
  })
  // Where people get what they paste, this page says it.
  for (const page of pages) double.get(page, (c) => c.redirect(ctx.address))
  double.route('/', faultRoutes(ctx, gone))
  double.route('/', routes(ctx))
  return double
}

/** The paths of the pages where people get what they paste; the service's own page answers at its root. */
function tokenPages(definition: ServiceDefinition | undefined): ReadonlySet<string> {
  const fields = definition ? pastedFields(definition.connect) : []
  const paths = fields.flatMap(({ page }) => (page === undefined ? [] : [new URL(page, 'https://at.test').pathname]))
  return new Set(paths.filter((path) => path !== '/'))
}

/** Where the doubles are, by module name, as the setting SERVICE_ADDRESSES names them. */
export function doubleAddresses(origin: string): Record<string, string> {
  return Object.fromEntries(doubles.map(({ module_name }) => [module_name, `${origin}/${module_name}`]))
}

/** The doubles by name, for the page that leads to theirs. */
export function doubleNames(): Pick<Double, 'module_name' | 'name'>[] {
  return doubles.map(({ module_name, name }) => ({ module_name, name }))
}

/** How people sign in at the doubles that have one. */
export function doubleSignIns(): SignInSettings[] {
  return doubles.flatMap(({ sign_in }) => sign_in ?? [])
}

/** The doubles that are written by hand, by name. */
export function ownDoubleNames(): Pick<Double, 'module_name' | 'name'>[] {
  return ownDoubles.map(({ module_name, name }) => ({ module_name, name }))
}

function refuseWithJson(status: number): Response {
  return Response.json({ message: `This is a fault: ${status}` }, { status })
}
