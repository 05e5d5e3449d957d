/** The query of this page's address, with its question mark. */
export function addressQuery(): string {
  return window.location.search
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
