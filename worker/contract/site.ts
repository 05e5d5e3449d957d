/** GET /api/settings: what every page may know of the operator's settings. */
export type SiteSettings = { product_name: string; support_url: string; auto_connect: boolean }

/** KV key of the content version: part of the edge cache's keys, changed when public content changes. */
export const CONTENT_VERSION_KEY = 'content_version'
