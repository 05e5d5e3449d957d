/** Shows another address for what the page shows now, without a navigation. Back returns to the one before. */
export function pushAddress(path: string): void {
  if (path !== window.location.pathname + window.location.search) window.history.pushState(null, '', path)
}

/** The same in place of this address: Back leads to where it led. */
export function replaceAddress(path: string): void {
  window.history.replaceState(window.history.state, '', path)
}

/** Runs after Back and Forward between such addresses. Returns a function that stops listening. */
export function onBackOrForward(run: () => void): () => void {
  window.addEventListener('popstate', run)
  return () => window.removeEventListener('popstate', run)
}
