import type { AnyShape, Shape } from '../request/answer-shape.ts'
import type { CallOptions, Query, RequestLayer } from '../request/request.ts'

/** Loads the request layer (§7) with the first call, or earlier when the browser is idle, to keep the first load small. */
export const loadRequestLayer: () => Promise<RequestLayer> = kept(() =>
  import('../request/request.ts').then(({ request }) => request),
)

/** Loads once, so that later calls start in the same task, the last one on a page that is being left. */
function kept<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | null = null
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }
}

type Named<Body> = Shape<Body> & AnyShape
type Headers = NonNullable<CallOptions['headers']>

/**
 * The methods of §7 for callers that need an object: each call names the shape of its answer, and rejects with
 * RequestError when something else comes, such as the page of a captive portal.
 */
export const request = {
  get: async <Body>(path: string, shape: Named<Body>, data?: Query) =>
    (await (await loadRequestLayer()).get(path, data, { shape })) as Body,
  post: async <Body>(path: string, shape: Named<Body>, payload?: unknown, headers: Headers = {}) =>
    (await (await loadRequestLayer()).post(path, payload, { shape, headers })) as Body,
  patch: async <Body>(path: string, shape: Named<Body>, payload?: unknown) =>
    (await (await loadRequestLayer()).patch(path, payload, { shape })) as Body,
  delete: async <Body>(path: string, shape: Named<Body>, payload?: unknown) =>
    (await (await loadRequestLayer()).delete(path, payload, { shape })) as Body,
}

/** The shape of an answer that says nothing but that it is done. */
export const NOTHING = {}
export type Nothing = Record<string, never>
