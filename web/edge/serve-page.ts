import { DELETION_PAGE } from '../../worker/contract/accounts/account-deletion.ts'
import type { Me } from '../../worker/contract/accounts/me.ts'
import { loginPath } from '../../worker/contract/addresses.ts'
import type { PageSite } from '../../worker/contract/site.ts'
import type { RefusedData } from '../site/error-pages/refused-page.tsx'
import { fulfilled } from '../site/fulfilled-promise.ts'
import type { Address, Session } from '../site/session/session.ts'
import { countedFetch, freshFetch, publicFetch, unwrap, viewerFetch } from './api/api-fetch.ts'
import { apiClient } from './api/api-client.ts'
import { fileKey, pageKey } from './cache/cache-key.ts'
import type { EdgeCache, Stored } from './cache/edge-cache.ts'
import type { EdgeEnv } from './env/edge-env.ts'
import { hasForm, postForm } from './forms/post-form.ts'
import { reportFailure } from './api/report-failure.ts'
import { load, siteSettings, type AskedPage, type Outcome } from './routing/load-route.ts'
import { type Match, routeMatcher } from './routing/match-route.ts'
import { renderPage, renderWhole, type LoadPage, type PageToRender } from './render.tsx'
import type { Route } from './routing/page-route.ts'
import { makeSiteFile, siteFileAt } from './site-files/site-file.ts'
import { fromStored, htmlHeaders, redirect, refuseMethod, storedFile, storedRedirect } from './responses.ts'
import type { PageHead } from './head/page-head.ts'
import type { PageSecurity } from './security-headers.ts'
import { SPECULATION_RULES_PATH, speculationRules } from './speculation-rules.ts'

const VISITOR: Promise<Session> = fulfilled({ kind: 'visitor' })

/** A structured header: the address is quoted. */
const RULES_HEADER = `"${SPECULATION_RULES_PATH}"`

type Options = { cache: EdgeCache; version: string; cachePages: boolean }

type ServedPage = AskedPage & { loadPage: LoadPage }

/** Returns the function that answers a page request with its document. */
export function pageServer(routes: readonly Route[], loadPage: LoadPage) {
  const match = routeMatcher(routes)
  return async function servePage(
    request: Request,
    env: EdgeEnv,
    { cache, version, cachePages }: Options,
  ): Promise<Response> {
    const url = new URL(request.url)
    const found = match(url)
    const isForm = request.method === 'POST' && found !== null && hasForm(found.route.pattern)
    if (request.method !== 'GET' && request.method !== 'HEAD' && !isForm) return refuseMethod()
    if (url.pathname !== '/' && (url.pathname.endsWith('/') || url.pathname.startsWith('//')))
      return redirect(withoutEdgeSlashes(url.pathname) + url.search, 308)
    if (url.pathname === SPECULATION_RULES_PATH) return speculationRules()
    const page: ServedPage = {
      loadPage,
      env,
      request,
      url,
      api: apiClient(publicFetch(env, cache, version)),
      fresh: apiClient(freshFetch(env)),
      counted: apiClient(countedFetch(env, request)),
      mine: hasSession(request) ? apiClient(viewerFetch(env, request)) : null,
      now: Date.now() + (env.CLOCK ? await env.CLOCK.offset() : 0),
      refused: null,
    }
    if (isForm) return answerForm(page, found)
    const file = siteFileAt(url.pathname, routes)
    if (file) {
      const make = async () => storedFile(await makeSiteFile(file, { ...page, api: page.fresh }))
      return fromStored(await (cachePages ? cache.remember(fileKey(version, url.pathname), make) : make()))
    }
    if (cachePages && found?.route.access === 'public' && !page.mine) {
      const make = () => wholePage({ ...page, api: page.fresh }, found)
      // Anyone can make up queries, such as searches, which would push all other pages out of the memory.
      const inMemory = Object.keys(found.address.query).length === 0
      return fromStored(
        await cache.remember(pageKey(version, found.address.path, found.address.query), make, { inMemory }),
      )
    }
    return found ? viewersPage(page, found) : errorDocument(page, { kind: 'not_found' })
  }
}

/** A Location of `//elsewhere/` would leave our origin. */
function withoutEdgeSlashes(pathname: string): string {
  let [start, end] = [0, pathname.length]
  while (pathname[start] === '/') start++
  while (end > start && pathname[end - 1] === '/') end--
  return `/${pathname.slice(start, end)}`
}

function hasSession(request: Request): boolean {
  return /(?:^|;\s*)__Host-session=[^;]/.test(request.headers.get('cookie') ?? '')
}

/** A public page for visitors, as text for the caches. */
async function wholePage(page: ServedPage, found: Match): Promise<Stored> {
  const [site, loaded] = await Promise.all([siteSettings(page), load(page, found, null)])
  if (loaded.kind === 'redirect') return { status: loaded.status ?? 302, body: '', headers: storedRedirect(loaded.to) }
  const status = loaded.kind === 'page' ? (loaded.status ?? 200) : statusOf(loaded)
  const body = await renderWhole({
    ...contentOf(loaded, found.route, true),
    loadPage: page.loadPage,
    address: found.address,
    site: status < 500 ? site : withReference(page, site),
    session: VISITOR,
  })
  const headers = {
    ...htmlHeaders({ nonce: null }, 'public, max-age=0, must-revalidate'),
    'speculation-rules': RULES_HEADER,
    ...waitHeader(loaded),
  }
  return { status, body, headers }
}

/** Posts the page's form; a refused one comes back as the page with its fields and what is wrong, never stored. */
async function answerForm(page: ServedPage, found: Match): Promise<Response> {
  const posted = await postForm(page.env, page.request)
  if (posted.kind === 'done') return redirect(posted.to, 303, posted.cookies)
  const { form, status } = posted
  const route = found.route.keepsForm ? found.route : refusedRoute(found.route.formFailed)
  const again = await viewersPage({ ...page, refused: form }, { ...found, route })
  // A page that leads elsewhere, such as sign-in for a user, does so after a form too.
  if (again.headers.has('location')) return new Response(null, { status: 303, headers: again.headers })
  return new Response(again.body, { status, headers: again.headers })
}

/** The page for a refused form that its own page does not show. */
function refusedRoute(failed?: string): Route {
  return {
    pattern: '/',
    page: 'site/error-pages/refused-page',
    access: 'fresh',
    load: async ({ refused, address }) => {
      const reason = refused?.message ?? ''
      const data: RefusedData = { message: failed ? `${failed}. ${reason}` : reason, back: address.path }
      return { kind: 'page', data, title: 'This did not work' }
    },
  }
}

/** A page for one viewer: streamed and never stored. */
async function viewersPage(page: ServedPage, found: Match): Promise<Response> {
  const me = page.mine ? unwrap(page.mine.api.me.$get()) : null
  me?.catch(() => null)
  // At once, so that both are one call.
  const loading = load(page, found, me)
  if (found.route.access === 'private') {
    const viewer = await me?.catch(() => 'unavailable' as const)
    if (viewer === 'unavailable') return errorDocument(page, { kind: 'failed' })
    if (viewer?.deletion) return redirect(DELETION_PAGE, 302)
    if (!viewer?.me) return redirect(loginPath(page.url.pathname + page.url.search), 302)
    return streamed(page, found, await loading, fulfilled({ kind: 'user', me: viewer.me, viewer: null }))
  }
  const loaded = await loading
  const viewer = loaded.kind === 'page' ? (loaded.viewer ?? Promise.resolve(null)) : Promise.resolve(null)
  return streamed(page, found, loaded, me ? joinSession(me, viewer) : VISITOR)
}

async function joinSession(me: Promise<{ me: Me | null }>, viewer: Promise<unknown>): Promise<Session> {
  try {
    const [mine, theirs] = await Promise.all([me, viewer])
    return mine.me ? { kind: 'user', me: mine.me, viewer: theirs } : { kind: 'visitor' }
  } catch {
    return { kind: 'unavailable' }
  }
}

async function streamed(page: ServedPage, found: Match, loaded: Outcome, session: Promise<Session>): Promise<Response> {
  if (loaded.kind === 'redirect') return redirect(loaded.to, loaded.status ?? 302, loaded.cookies)
  const nonce = crypto.randomUUID()
  const site = withReference(page, await siteSettings(page))
  const content = contentOf(loaded, found.route, session === VISITOR)
  // The title is what a screen reader says first.
  if (page.refused) content.title = `Error: ${content.title}`
  const known = session === VISITOR || found.route.access === 'private'
  const body = await renderPage(
    { ...content, loadPage: page.loadPage, address: found.address, site, session },
    { nonce, onError: (error) => reportFailure(page.env, error, content.page), ...wholeOrStreamed(page, known) },
  )
  const headers = {
    ...htmlHeaders(
      {
        nonce,
        cards: cardsOn(page, found.route),
        outside: loaded.kind === 'page' ? loaded.outside : undefined,
        hidden: hasToken(page),
        scriptHosts: site.script_hosts,
      },
      'private, no-store',
    ),
    ...waitHeader(loaded),
  }
  if (page.env.UNCOMPRESSED_STREAMS) headers['content-encoding'] = 'identity'
  return new Response(body, { status: loaded.kind === 'page' ? (loaded.status ?? 200) : statusOf(loaded), headers })
}

function waitHeader(loaded: Outcome): Record<string, string> {
  return loaded.kind === 'page' && loaded.retryAfter ? { 'retry-after': loaded.retryAfter } : {}
}

/** Streams only while something is still to come; without JavaScript it is never put into its place. */
function wholeOrStreamed({ url, refused }: AskedPage, known: boolean) {
  if (known || refused || url.searchParams.get('script') === 'off') return { wholePage: true }
  const query = new URLSearchParams(url.search)
  query.set('script', 'off')
  return { wholeAt: `${url.pathname}?${query}` }
}

/** A mailed link's. */
function hasToken({ url }: AskedPage): boolean {
  return url.searchParams.has('token')
}

function cardsOn({ env, mine }: AskedPage, { takesCards }: Route): PageSecurity['cards'] {
  return takesCards && mine ? { standIns: env.STRIPE_HOSTS?.split(' ').filter(Boolean) ?? [] } : undefined
}

async function errorDocument(page: ServedPage, outcome: { kind: 'not_found' | 'failed' }): Promise<Response> {
  const session = page.mine ? joinSession(unwrap(page.mine.api.me.$get()), Promise.resolve(null)) : VISITOR
  const site = withReference(page, await siteSettings(page))
  const address: Address = { path: page.url.pathname, query: {} }
  const nonce = crypto.randomUUID()
  const body = await renderPage(
    { ...errorContent(outcome), loadPage: page.loadPage, address, site, session },
    {
      nonce,
      onError: (error) => reportFailure(page.env, error, null),
      ...wholeOrStreamed(page, session === VISITOR),
    },
  )
  return new Response(body, {
    status: statusOf(outcome),
    headers: htmlHeaders({ nonce, hidden: hasToken(page) }, 'private, no-store'),
  })
}

/** For pages that are kept nowhere. */
function withReference({ env: { request_id } }: AskedPage, site: PageSite): PageSite {
  return request_id === undefined ? site : { ...site, request_id }
}

type Content = Omit<PageToRender, 'loadPage' | 'address' | 'site' | 'session'>

/** The route's page, or the error page in its place. */
function contentOf(loaded: Exclude<Outcome, { kind: 'redirect' }>, route: Route, forVisitor: boolean): Content {
  if (loaded.kind !== 'page') return errorContent(loaded)
  const { data, title, description, status = 200 } = loaded
  const { page, bare, viewerModules, access } = route
  const head = status === 200 ? headFor(access, loaded.head) : null
  return {
    page,
    bare,
    data,
    title,
    description,
    head,
    ...(!forVisitor && { modules: viewerModules }),
  }
}

/** Pages that are never cached are listed only if they say so: most of them are opened by a link's token. */
function headFor(access: Route['access'], head: PageHead | undefined): PageHead | null {
  switch (access) {
    case 'public':
      return head ?? {}
    case 'fresh':
      return head ?? null
    case 'private':
      return head ? { ...head, unlisted: true } : null
    default:
      return access satisfies never
  }
}

type ErrorKind = 'not_found' | 'taken_down' | 'failed'

const ERROR_PAGES = {
  not_found: { page: 'site/error-pages/not-found-page', title: 'Page not found', status: 404 },
  taken_down: { page: 'site/error-pages/taken-down-page', title: 'Taken down', status: 410 },
  failed: { page: 'site/error-pages/error-page', title: 'Something went wrong', status: 503 },
} as const satisfies Record<ErrorKind, { page: string; title: string; status: number }>

function errorContent({ kind }: { kind: ErrorKind }): Content {
  const { page, title } = ERROR_PAGES[kind]
  return { page, title, data: null, head: null }
}

function statusOf({ kind }: { kind: ErrorKind }): number {
  return ERROR_PAGES[kind].status
}
