/** Addresses of pages (§2.1, the §D3.1): pure functions that both sides use. */

/** First path segments that are not services' module names. */
export const RESERVED_SEGMENTS = new Set([
  'explore',
  'applets',
  'connections',
  'activity',
  'my_applets',
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
  'webhooks',
  'stored_fields',
  'billing',
  'assets',
  'icons',
  'password_reset',
  'verify_email',
  'unsubscribe',
])

export type AppletAddress = { id: number; friendly_id: string | null; name: string; config_type: 'static' | 'dynamic' }

/** "Star to Sheet!" → "star-to-sheet"; letters outside ASCII lose their accents or go. */
export function slugify(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** base/{friendly_id}, else base/{id}-{slugified name}, else base/{id}, the query kept (§2.1). */
export function appletPath(applet: AppletAddress, query = ''): string {
  const base = applet.config_type === 'dynamic' ? '/connections' : '/applets'
  const slug = slugify(applet.name)
  const last = applet.friendly_id ?? (slug ? `${applet.id}-${slug}` : String(applet.id))
  return `${base}/${encodeURIComponent(last)}${query && !query.startsWith('?') ? `?${query}` : query}`
}

export function editPath(applet: AppletAddress): string {
  return `${appletPath(applet)}/edit`
}

export function activityPath(applet: AppletAddress): string {
  return `${appletPath(applet)}/activity`
}

/** Where events of a webhook go (§D3.2). The key is a secret: this is never logged. */
export function hookPath(key: string): string {
  return `/hooks/${key}`
}

/** The activation path with array parameter c[] (§4.10). */
export function activationPath(moduleNames: readonly string[], returnTo: string): string {
  const query = moduleNames.map((name) => `c[]=${encodeURIComponent(name)}`)
  return `/activate?${[...query, `return_to=${encodeURIComponent(returnTo)}`].join('&')}`
}

/** The reset-login path with return_to (§4.10). */
export function resetLoginPath(returnTo: string): string {
  return `/session/reset?return_to=${encodeURIComponent(returnTo)}`
}

export function loginPath(returnTo: string): string {
  return returnTo === '/' ? '/login' : `/login?return_to=${encodeURIComponent(returnTo)}`
}

/**
 * A return_to that stays on our origin, or null. Parsed as the browser would parse it, then only path, query and hash
 * are kept: `//evil`, `/\evil` and control characters are normalised by the parser before the origins are compared.
 */
export function safeReturnTo(value: string | null | undefined): string | null {
  if (!value || value.length > 2048 || !value.startsWith('/')) return null
  const own = 'https://own.invalid'
  if (!URL.canParse(value, own)) return null
  const url = new URL(value, own)
  if (url.origin !== own || url.username || url.password) return null
  return url.pathname.replace(/^\/+/, '/') + url.search + url.hash
}
