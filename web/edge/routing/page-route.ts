import type { Me } from '../../../worker/contract/accounts/me.ts'
import type { Address } from '../../site/session.ts'
import type { ApiClient } from '../api/api-client.ts'

/** What a loader may use. */
export type LoadInput = {
  /** Public reads, from the edge cache, as a visitor. */
  api: ApiClient
  /** The same past the cache, for what a link's token opens. */
  fresh: ApiClient
  /** The API as the viewer; null without a session cookie. Never cached. */
  mine: ApiClient | null
  params: Record<string, string>
  /** Path, and the query parameters that the route names. */
  address: Address
  /** The whole query, for pages that are never cached. */
  search: URLSearchParams
  /** Who is signed in, for a redirect that depends on it. What it decides must not show on a page that is cached. */
  whoAsks: Promise<Me | null>
  /** For the dates of private and fresh pages; what is cached must not depend on it. */
  timeZone: string
  /** Milliseconds since 1970. */
  now: number
}

/** On a private page the session has been checked. */
export type PrivateLoadInput = LoadInput & { mine: ApiClient; me: Me }

export type Loaded<Data = unknown> =
  | { kind: 'page'; data: Data; title: string; description?: string; viewer?: Promise<unknown>; status?: number }
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
  /** Lazy modules that a signed-in viewer's page asks for at once: its head names them, so that no press waits for them. */
  viewerModules?: readonly string[]
  /**
   * The page shows Stripe's card field or wallets, be it in the upgrade modal: its policy lets Stripe in where somebody is
   * signed in. What is everyone's, and cached, never does.
   */
  takesCards?: true
  /** Without the site's navigation and footer: nothing leads away but what the page itself offers. */
  bare?: true
} & (
  | { access: 'public' | 'fresh'; load(input: LoadInput): Promise<Loaded<Data>> }
  | { access: 'private'; load(input: PrivateLoadInput): Promise<Loaded<Data>> }
)
