/** GET /api/settings: the operator's settings that every page may read. */
export type SiteSettings = {
  product_name: string
  /** Where the pages are, such as https://example.com: for addresses that other sites read. */
  site_origin: string
  support_url: string
  auto_connect: boolean
  /** Hosts whose script-typed responses run, besides the page's own (§7: three in all). */
  script_hosts?: string[]
  /** The OpenID provider for signing in; absent when none is configured. */
  sign_in_with?: string
  /** Whose language model reads a sentence on /create; absent where none does. */
  sentences_read_by?: string
  /** The mobile app's pages in Apple's and Google's stores; empty where it is not there. */
  app_store_url: string
  play_store_url: string
  /** Whether pages write otherwise silent errors to the browser's console (§5). */
  debug?: boolean
}

/** The settings as a page has them. */
export type PageSite = SiteSettings & {
  /** The page's own request, to be shown with errors; absent on pages that the edge keeps for everyone. */
  request_id?: string
}

/** Marks requests that the edge renderer makes for its own pages. The edge removes it from outside requests. */
export const FOR_PAGE = 'x-for-page'

/** KV key of the content version. It is part of the edge cache's keys and changes with public content. */
export const CONTENT_VERSION_KEY = 'content_version'

/**
 * Where the edge asks the Worker for what one page needs, as its viewer and in one call: `?call=` is a path with its query,
 * as often as it likes. Answers 200 and a PageAnswer for each, in that order. Only with FOR_PAGE; elsewhere there is no such
 * address.
 */
export const PAGE_CALLS_PATH = '/page_calls'

/** The answer of one of them: its status, the headers of it that pages read, and its body. */
export type PageAnswer = { status: number; headers: [string, string][]; body: string }
