/** GET /api/settings: what every page may know of the operator's settings. */
export type SiteSettings = {
  product_name: string
  support_url: string
  auto_connect: boolean
  /** Hosts besides the page's own whose script-typed answers are run (§7: three in all). */
  script_hosts?: string[]
  /** The OpenID provider that one can sign in through; absent where there is none (§D3.4). */
  sign_in_with?: string
  /** Where the mobile app is to be had: Apple's store and Google's. */
  app_store_url: string
  play_store_url: string
  /** Whether pages write to the browser's console what is else kept silent (§5). */
  debug?: boolean
}

/** What the edge renderer asks for its own pages carries this header; from outside it is taken away there. */
export const FOR_PAGE = 'x-for-page'

/** KV key of the content version: part of the edge cache's keys, changed when public content changes. */
export const CONTENT_VERSION_KEY = 'content_version'
