/** Addresses of pages (§2.1): pure functions that both sides use. */

/** First path segments that no service may have as its module name. */
export const RESERVED_SEGMENTS = new Set([
  'explore',
  'services',
  'authors',
  'applets',
  'connections',
  'activity',
  'my_applets',
  'my_notifications',
  'create',
  'activate',
  'login',
  'join',
  'session',
  'plans',
  'subscribe',
  'subscriptions',
  'settings',
  'terms',
  'privacy',
  'api',
  'graphql',
  'hooks',
  'trigger',
  'v1',
  'schemas',
  'stored_fields',
  'billing',
  'assets',
  'icons',
  'social',
  'sitemaps',
  'password_reset',
  'verify_email',
  'confirm_identity',
  'email_change',
  'account_deletion',
  'unsubscribe',
])

export type AppletAddress = { id: number; friendly_id: string | null; name: string; config_type: 'static' | 'dynamic' }

/** "Star to Sheet!" → "star-to-sheet". Accents and other non-ASCII letters are dropped. */
export function slugify(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** base/{friendly_id}, else base/{id}-{slugified name}, else base/{id}; keeps the query (§2.1). */
export function appletPath(applet: AppletAddress, query = ''): string {
  const base = applet.config_type === 'dynamic' ? '/connections' : '/applets'
  const slug = slugify(applet.name)
  const last = applet.friendly_id ?? (slug ? `${applet.id}-${slug}` : String(applet.id))
  return `${base}/${encodeURIComponent(last)}${query && !query.startsWith('?') ? `?${query}` : query}`
}

/** How an address names an Applet (§2.1): by friendly_id, id, or "{id}-{anything}". */
export type AppletKey = { id: number | null; friendly_id: string | null }

export function parseAppletKey(given: string | number): AppletKey {
  const text = String(given)
  const [, digits, rest] = /^(\d{1,15})(-.*)?$/s.exec(text) ?? []
  return { id: digits ? Number(digits) : null, friendly_id: digits && rest === undefined ? null : text }
}

/** The same page as its author has changed it since it was opened. */
export function changedPath(applet: AppletAddress): string {
  return appletPath(applet, 'changed=1')
}

export function editPath(applet: AppletAddress): string {
  return `${appletPath(applet)}/edit`
}

/** Where an Applet's button stands alone. Under /applets also for connections: a home screen keeps this address. */
export function pressPath(id: number, run?: string): string {
  return `/applets/${id}/press${run === undefined ? '' : `?run=${run}`}`
}

/** Where its author publishes an Applet. Under /applets also for connections. */
export function publishPath({ id }: { id: number }): string {
  return `/applets/${id}/publish`
}

/** Where anyone reports an Applet. Under /applets also for connections. */
export function reportPath(id: number): string {
  return `/applets/${id}/report`
}

/** Where a copy of an Applet begins. */
export function copyPath({ id }: { id: number }): string {
  return `/create?from=${id}`
}

export function activityPath(applet: AppletAddress): string {
  return `${appletPath(applet)}/activity`
}

/** An author's page. A user name needs no escapes: it has letters, digits, - and _ only. */
export function authorPath(login: string): string {
  return `/authors/${login}`
}

/** Where a webhook's events are posted. Contains a secret key: never log it. */
export function hookPath(key: string): string {
  return `/hooks/${key}`
}

/** Where a device reports an event by name. Contains a secret key: never log it. */
export function makerPath(event: string, key: string): string {
  return `/trigger/${event}/with/key/${key}`
}

/** Where an Applet is made. */
export const CREATE_PATH = '/create'

export const ACTIVATE_PATH = '/activate'

/** The activation path with array parameter c[] (§4.10). */
export function activationPath(moduleNames: readonly string[], returnTo: string): string {
  const query = moduleNames.map((name) => `c[]=${encodeURIComponent(name)}`)
  return `${ACTIVATE_PATH}?${[...query, `return_to=${encodeURIComponent(returnTo)}`].join('&')}`
}

/** The reset-login path with return_to (§4.10). */
export function resetLoginPath(returnTo: string): string {
  return `/session/reset?return_to=${encodeURIComponent(returnTo)}`
}

/** Where signing in leads without a return_to. */
export const HOME_OF_USERS = '/my_applets'

export function loginPath(returnTo: string): string {
  return returnTo === '/' ? '/login' : `/login?return_to=${encodeURIComponent(returnTo)}`
}

/** Enough for a sentence on /create in any script, percent-encoded. */
const RETURN_TO_MAX = 6000

/**
 * A return_to on our origin, or null. Parses it as a browser would and keeps only path, query and hash: the parser
 * normalizes `//evil`, `/\evil` and control characters before the origins are compared.
 */
export function safeReturnTo(value: string | null | undefined): string | null {
  if (!value || value.length > RETURN_TO_MAX || !value.startsWith('/')) return null
  const own = 'https://own.invalid'
  if (!URL.canParse(value, own)) return null
  const url = new URL(value, own)
  if (url.origin !== own || url.username || url.password) return null
  return url.pathname.replace(/^\/+/, '/') + url.search + url.hash
}
