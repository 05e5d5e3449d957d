/** The query of this page's address, with its question mark. */
export function addressQuery(): string {
  return window.location.search
}

/** This page's path and query. */
export function ownPath(): string {
  return window.location.pathname + window.location.search
}

/** The path of our page that led here; null if there was none or it was another site. */
export function referrerPath(): string | null {
  if (!URL.canParse(document.referrer)) return null
  const { origin, pathname, search } = new URL(document.referrer)
  return origin === window.location.origin ? pathname + search : null
}

/** A path as an absolute address on this page's origin. */
export function absoluteAddress(path: string): string {
  return window.location.origin + path
}

/** A mailed link's token must not stay where a shoulder, a history or a screenshot shows it. The page has it as data. */
export function hideToken() {
  if (new URLSearchParams(addressQuery()).has('token')) dropFromAddress(['token'])
}

/** Removes parameters from the address without a navigation, so that a reload does not repeat them. */
export function dropFromAddress(names: readonly string[]) {
  const url = new URL(window.location.href)
  for (const name of names) url.searchParams.delete(name)
  window.history.replaceState(window.history.state, '', url)
}
