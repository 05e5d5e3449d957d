/** The query of this page's address, with its question mark. */
export function addressQuery(): string {
  return window.location.search
}

/** This page's address within our origin. */
export function ownPath(): string {
  return window.location.pathname + window.location.search
}

/** The page of ours that led here: its path; null where it was another site's, or none. */
export function referrerPath(): string | null {
  if (!URL.canParse(document.referrer)) return null
  const { origin, pathname, search } = new URL(document.referrer)
  return origin === window.location.origin ? pathname + search : null
}

/** A path of ours as the whole address, with the origin that this page came from. */
export function absoluteAddress(path: string): string {
  return window.location.origin + path
}

/** Takes parameters out of the address without a navigation, so that a reload does not say them again. */
export function dropFromAddress(names: readonly string[]) {
  const url = new URL(window.location.href)
  for (const name of names) url.searchParams.delete(name)
  window.history.replaceState(window.history.state, '', url)
}
