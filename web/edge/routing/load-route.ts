import type { Me } from '../../../worker/contract/accounts/me.ts'
import type { SiteSettings } from '../../../worker/contract/site.ts'
import { ApiRefusal, unwrap } from '../api/api-fetch.ts'
import type { EdgeEnv } from '../env/edge-env.ts'
import type { Match } from './match-route.ts'
import type { Loaded, LoadInput } from './page-route.ts'
import { reportFailure } from '../api/report-failure.ts'
import { requestTimeZone } from './request-time-zone.ts'

const UNAVAILABLE: Omit<SiteSettings, 'site_origin'> = {
  product_name: 'Switchyard',
  support_url: '',
  auto_connect: false,
  app_store_url: '',
  play_store_url: '',
}

/** A request for a page, and the API as everyone and as its viewer. */
export type AskedPage = Pick<LoadInput, 'api' | 'fresh' | 'counted' | 'mine' | 'now' | 'refused'> & {
  env: EdgeEnv
  request: Request
  url: URL
}

/** The result of a route's loader; `taken_down`: by an operator; `failed`: the API did not answer as expected. */
export type Outcome = Loaded | { kind: 'taken_down' | 'failed' }

/** Runs a route's loader. Never rejects: an unexpected error is logged and gives `failed`. */
export async function load(
  page: AskedPage,
  { route, params, address }: Match,
  asked: Promise<{ me: Me | null }> | null,
): Promise<Outcome> {
  const input = {
    api: page.api,
    fresh: page.fresh,
    counted: page.counted,
    mine: page.mine,
    params,
    address,
    search: page.url.searchParams,
    whoAsks: whoAsks(asked),
    timeZone: requestTimeZone(page.request),
    now: page.now,
    refused: page.refused,
  }
  try {
    if (route.access !== 'private') return await route.load(input)
    if (!page.mine) return { kind: 'not_found' }
    return await route.load({ ...input, mine: page.mine, me: signedIn(input.whoAsks) })
  } catch (error) {
    // Its session has ended or cannot be looked up, which `servePage` answers.
    if (route.access === 'private' && !(await input.whoAsks)) return { kind: 'failed' }
    if (error instanceof ApiRefusal && error.status === 404) return { kind: 'not_found' }
    if (error instanceof ApiRefusal && error.status === 410) return { kind: 'taken_down' }
    reportFailure(page.env, error, route.page ?? null)
    return { kind: 'failed' }
  }
}

/** The signed-in user; null for visitors and when the session cannot be looked up. */
async function whoAsks(asked: Promise<{ me: Me | null }> | null): Promise<Me | null> {
  return asked ? asked.then(({ me }) => me).catch(() => null) : null
}

function signedIn(asked: Promise<Me | null>): Promise<Me> {
  const me = asked.then((user) => user ?? Promise.reject(new Error('Nobody is signed in.')))
  // Not every page reads it.
  me.catch(() => null)
  return me
}

/** The operator's settings; defaults while the API is unavailable. */
export function siteSettings({ api, url }: AskedPage): Promise<SiteSettings> {
  return unwrap(api.api.settings.$get()).catch(() => ({ ...UNAVAILABLE, site_origin: url.origin }))
}
