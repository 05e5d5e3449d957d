import { REQUEST_ID } from '../../worker/contract/shared/trace-ids.ts'
import { DEVELOPMENT } from '../edge/assets.ts'
import { buildId } from 'virtual:client-manifest'
import { fromOutside } from '../edge/api/api-fetch.ts'
import { withRequestId } from '../edge/api/request-ids.ts'
import { contentVersion } from '../edge/cache/content-version.ts'
import { edgeCache, newMemory } from '../edge/cache/edge-cache.ts'
import { reportFailure } from '../edge/api/report-failure.ts'
import type { EdgeEnv } from '../edge/env/edge-env.ts'
import { isApiCall } from '../edge/api/is-api-call.ts'
import { isTooLarge } from '../edge/api/too-large.ts'
import { refuseLarge } from '../edge/responses.ts'
import { isFile, serveFile } from '../edge/serve-file.ts'
import { pageServer } from '../edge/serve-page.ts'
import { loadPage } from './pages.ts'
import { routes } from './routes.ts'

type Execution = { waitUntil(work: Promise<unknown>): void }

// Caches of public content that live as long as the isolate.
const memory = newMemory()
const versionOf = contentVersion()
const servePage = pageServer(routes, loadPage)

export default {
  async fetch(request: Request, bindings: EdgeEnv, execution: Execution): Promise<Response> {
    const url = new URL(request.url)
    const defer = (work: Promise<unknown>) => execution.waitUntil(work)
    if (bindings.ASSETS && isFile(url.pathname)) return serveFile(request, bindings.ASSETS)
    const env = { ...withRequestId(bindings, request), defer }
    if (isApiCall(request.method, url.pathname)) return throughApi(request, env)
    const now = Date.now
    const shared = DEVELOPMENT ? null : sharedCache()
    const cache = edgeCache({ origin: url.origin, memory, shared, now, defer })
    const version = `${buildId}.${await versionOf.of(env, now())}`
    const page = await servePage(request, env, { cache, version, cachePages: !DEVELOPMENT }).catch((error: unknown) => {
      reportFailure(env, error, null)
      throw error
    })
    if (request.method === 'POST') versionOf.forget()
    page.headers.set(REQUEST_ID, env.request_id)
    return page
  },
}

async function throughApi(request: Request, env: EdgeEnv): Promise<Response> {
  // The API would answer before the body has come, and the binding would throw for what it cannot send on.
  if (isTooLarge(request)) return refuseLarge()
  const response = await env.API.fetch(fromOutside(request))
  if (request.method !== 'GET') versionOf.forget()
  return response
}

/** Cloudflare's default cache in this data center; the DOM types do not have it. */
function sharedCache(): Cache {
  return (caches as unknown as { default: Cache }).default
}
