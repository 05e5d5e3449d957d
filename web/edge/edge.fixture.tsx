import { Hono } from 'hono'
import { lazy, Suspense } from 'react'
import { FOR_PAGE, PAGE_CALLS_PATH, type PageAnswer } from '../../worker/contract/site.ts'
import type { RefusedForm } from '../../worker/contract/accounts/form-pages.ts'
import type { Home } from '../../worker/contract/applets/browse.ts'
import { Page as ErrorPage } from '../site/error-pages/error-page.tsx'
import { Page as TakenDownPage } from '../site/error-pages/taken-down-page.tsx'
import { Page as NotFoundPage } from '../site/error-pages/not-found-page.tsx'
import { Page as RefusedPage } from '../site/error-pages/refused-page.tsx'
import type { AnyPage } from '../site/session/session.ts'
import { service } from '../testing/catalogue.fixture.ts'
import { ApiRefusal, unwrap } from './api/api-fetch.ts'
import { edgeCache, newMemory } from './cache/edge-cache.ts'
import type { Defer } from './env/edge-env.ts'
import type { Route } from './routing/page-route.ts'
import { pageServer } from './serve-page.ts'

export const HOME: Home = { services: [service()], applets: [] }
export const ME = { id: 'usr_1', login: 'ada', session_id: 'ses_1', csrf_token: 'tok_1' }
const FORM = 'application/x-www-form-urlencoded'
export const SIGNED_IN = { cookie: '__Host-session=abc' }

/** A page with a part that is not there at once: lazy, and loaded again by each request. */
function latePage() {
  const LatePart = lazy(async () => {
    await crypto.subtle.digest('SHA-256', new Uint8Array(1))
    return { default: () => <p>The late part</p> }
  })
  return () => (
    <Suspense fallback="Waiting">
      <LatePart />
    </Suspense>
  )
}

const pages: Record<string, unknown> = {
  'applets/explore/home-page': ({ data }: { data: Home }) =>
    data.services.map(({ name }) => <h1 key={name}>{name}</h1>),
  'accounts/form-page': ({ data }: { data: { refused: RefusedForm | null } }) => (
    <p role="alert">{data.refused?.message}</p>
  ),
  'site/error-pages/refused-page': RefusedPage,
  'site/error-pages/taken-down-page': TakenDownPage,
  'site/error-pages/not-found-page': NotFoundPage,
  'site/error-pages/error-page': ErrorPage,
}

async function loadPage(id: string): Promise<AnyPage> {
  return (id === 'home/late-page' ? latePage() : pages[id]) as AnyPage
}

const routes: Route[] = [
  {
    pattern: '/public',
    page: 'applets/explore/home-page',
    access: 'public',
    viewerModules: ['applets/connection-page/viewer-parts.tsx'],
    query: ['q'],
    load: async ({ api, mine }) => ({
      kind: 'page',
      data: await unwrap(api.api.home.$get()),
      title: 'Public',
      ...(mine && { viewer: Promise.resolve('theirs') }),
    }),
  },
  {
    pattern: '/private',
    page: 'applets/explore/home-page',
    access: 'private',
    load: async ({ me }) => ({ kind: 'page', data: HOME, title: (await me).login }),
  },
  {
    pattern: '/own',
    page: 'applets/explore/home-page',
    access: 'private',
    load: async ({ mine, me }) => {
      const [data, { login }] = await Promise.all([unwrap(mine.api.home.$get()), me])
      return { kind: 'page', data, title: login }
    },
  },
  {
    pattern: '/pay',
    page: 'applets/explore/home-page',
    access: 'private',
    takesCards: true,
    bare: true,
    load: async () => ({ kind: 'page', data: HOME, title: 'Pay' }),
  },
  {
    pattern: '/pick',
    page: 'applets/explore/home-page',
    access: 'private',
    load: async () => {
      const outside = { scripts: ['https://apis.google.com'], frames: ['https://docs.google.com'] }
      return { kind: 'page', data: HOME, title: 'Pick', outside }
    },
  },
  {
    pattern: '/offer',
    page: 'applets/explore/home-page',
    access: 'public',
    takesCards: true,
    load: async () => ({ kind: 'page', data: HOME, title: 'Offer' }),
  },
  {
    pattern: '/login',
    page: 'accounts/form-page',
    access: 'fresh',
    keepsForm: true,
    load: async ({ refused, whoAsks }) =>
      (await whoAsks)
        ? { kind: 'redirect', to: '/public' }
        : { kind: 'page', data: { refused }, title: 'Sign in', head: {} },
  },
  {
    pattern: '/applets/:id',
    page: 'applets/explore/home-page',
    access: 'public',
    formFailed: 'There was an error creating the Applet',
    load: async () => ({ kind: 'page', data: HOME, title: 'Applet' }),
  },
  {
    pattern: '/late',
    page: 'home/late-page',
    access: 'public',
    load: async () => ({ kind: 'page', data: null, title: 'Late' }),
  },
  {
    pattern: '/taken-down',
    page: 'applets/explore/home-page',
    access: 'public',
    load: () => Promise.reject(new ApiRefusal(410, 'taken_down')),
  },
  { pattern: '/gone', page: 'applets/explore/home-page', access: 'public', load: async () => ({ kind: 'not_found' }) },
  {
    pattern: '/moved',
    page: 'applets/explore/home-page',
    access: 'public',
    load: async () => ({ kind: 'redirect', to: '/public?x=1' }),
  },
]

type Given = {
  me?: () => Promise<unknown> | unknown
  home?: () => Response
  now?: () => number
  scriptHosts?: string[]
  stripeHosts?: string
  /** False in development. */
  cachePages?: boolean
  /** The Worker's answer to a form. */
  posted?: (request: Request) => Response | Promise<Response>
  /** Pages of the sitemap, each with one address. */
  sitemaps?: { kind: string; page: number }[]
  /** Whether the sitemap cannot be read now. */
  failing?: () => boolean
  request_id?: string
  /** Keeps what the edge does after its answer. */
  defer?: Defer
}

/** For tests: the edge with an API behind it; `calls` lists its API requests, `counted` those that count as API calls. */
export function edge({
  me = () => ({ me: ME }),
  home,
  now = () => 0,
  scriptHosts,
  stripeHosts,
  posted,
  cachePages = true,
  sitemaps = [],
  failing,
  request_id,
  defer,
}: Given = {}) {
  const calls: string[] = []
  const counted: string[] = []
  const app = new Hono()
  app.use(async (c, next) => {
    calls.push(c.req.path)
    if (c.req.header(FOR_PAGE) === undefined) counted.push(c.req.path)
    await next()
  })
  const stores = { app_store_url: '', play_store_url: '' }
  const settings = {
    product_name: 'Switchyard',
    site_origin: 'https://site.test',
    support_url: 'https://site.test/support',
    auto_connect: false,
    ...stores,
  }
  app.get('/api/settings', (c) => c.json({ ...settings, ...(scriptHosts && { script_hosts: scriptHosts }) }))
  app.get('/api/home', (c) => home?.() ?? c.json(HOME))
  app.get('/api/sitemaps', (c) => (failing?.() ? c.json(null, 500) : c.json({ pages: sitemaps })))
  app.get('/api/sitemaps/:kind/:page', (c) => {
    const { kind, page } = c.req.param()
    const known = sitemaps.some((each) => each.kind === kind && String(each.page) === page)
    return c.json({ entries: known ? [{ path: `/${kind}`, changed_at: null }] : [] })
  })
  app.get('/api/me', async (c) => c.json(await me()))
  app.get(PAGE_CALLS_PATH, async (c) => {
    const answers = (c.req.queries('call') ?? []).map(async (path): Promise<PageAnswer> => {
      const answer = await app.request(path, { headers: c.req.raw.headers })
      return { status: answer.status, headers: [], body: await answer.text() }
    })
    return c.json(await Promise.all(answers))
  })
  app.post('*', (c) => posted?.(c.req.raw) ?? c.json({}, 404))
  const cache = edgeCache({ origin: 'https://site.test', memory: newMemory(), shared: null, now, defer: () => {} })
  const serve = pageServer(routes, loadPage)
  const env = {
    API: { fetch: async (request: Request) => app.fetch(request) },
    ...(request_id !== undefined && { request_id }),
    ...(defer && { defer }),
    ...(stripeHosts && { STRIPE_HOSTS: stripeHosts }),
  }
  const ask = (path: string, init: RequestInit) =>
    serve(new Request(`https://site.test${path}`, init), env, { cache, version: '1', cachePages })
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') => ask(path, { method, headers })
  /** Posts a form as a browser does, with the length of its body. Headers set to '' are left out. */
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams(fields).toString()
    const all = { 'content-type': FORM, 'content-length': String(body.length), ...headers }
    return ask(path, { method: 'POST', body, headers: Object.entries(all).filter(([, value]) => value !== '') })
  }
  return { get, post, calls, counted }
}
