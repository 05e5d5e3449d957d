import type { Me } from '../../../worker/contract/accounts/me.ts'
import type { RefusedForm } from '../../../worker/contract/accounts/form-pages.ts'
import type { Address } from '../../site/session/session.ts'
import type { ApiClient } from '../api/api-client.ts'
import type { PageHead } from '../head/page-head.ts'

/** All that a loader may use. */
export type LoadInput = {
  /** Public reads, from the edge cache, as a visitor. */
  api: ApiClient
  /** The same without the cache, for pages that a link's token opens. */
  fresh: ApiClient
  /** Public reads that count as a call of the one who asks, never cached: the whole page is. */
  counted: ApiClient
  /** The API as the viewer; null without a session cookie. Never cached. */
  mine: ApiClient | null
  params: Record<string, string>
  /** The path, and the query parameters that the route names. */
  address: Address
  /** The whole query, for pages that are never cached. */
  search: URLSearchParams
  /** The signed-in user, for redirects. It must not affect the content of a cached page. */
  whoAsks: Promise<Me | null>
  /** For dates on private and fresh pages; cached content must not depend on it. */
  timeZone: string
  /** In ms; where a developer has moved the product's clock, by that. */
  now: number
  /** The page's own form, which was refused; null when the page is only asked for. */
  refused: RefusedForm | null
}

/** A private page is loaded while its session is looked up: `me` rejects without one, and then nothing of it is shown. */
export type PrivateLoadInput = LoadInput & { mine: ApiClient; me: Promise<Me> }

export type Loaded<Data = unknown> =
  | {
      kind: 'page'
      data: Data
      title: string
      description?: string
      /** For search engines and previews of links. Public pages are listed without one too, fresh ones only with one. */
      head?: PageHead
      viewer?: Promise<unknown>
      status?: number
      /** Origins whose scripts and frames this page alone may load. */
      outside?: { scripts: readonly string[]; frames: readonly string[] }
      /** Seconds, for a page with status 429. */
      retryAfter?: string | null
    }
  | { kind: 'redirect'; to: string; status?: 302 | 308; cookies?: string[] }
  | { kind: 'not_found' }

/**
 * A page's address and how it is loaded.
 * public: the same for everyone, cached whole for visitors; with a session the viewer's part is streamed after it.
 * private: only for signed-in people; others are sent to /login. fresh: for everyone, never cached.
 */
export type Route<Page extends string = string, Data = unknown> = {
  pattern: string
  /** The page's module: its path below web/, without the extension. app/pages.ts loads it. */
  page: Page
  query?: readonly string[]
  /** Lazy modules that a signed-in viewer's page preloads, so that no press waits for them. */
  viewerModules?: readonly string[]
  /**
   * The page shows Stripe's card field or wallets, maybe in the upgrade modal. Its policy allows Stripe for signed-in users
   * only, never on a cached page.
   */
  takesCards?: true
  /** The loader puts a refused form back into the page; other forms are refused with a page of their own. */
  keepsForm?: true
  /** The sentence of §8 that comes before the reason, where its form is refused with a page of its own. */
  formFailed?: string
  /** Without the site's navigation and footer. */
  bare?: true
} & (
  | { access: 'public' | 'fresh'; load(input: LoadInput): Promise<Loaded<Data>> }
  | { access: 'private'; load(input: PrivateLoadInput): Promise<Loaded<Data>> }
)
