function onPageShow(event: PageTransitionEvent) {
  if (event.persisted) window.location.reload()
}

/** Reloads the page when it is restored from the back-forward cache (§2.1). Returns a function that stops listening. */
export function reloadWhenRestored(): () => void {
  window.addEventListener('pageshow', onPageShow)
  return () => window.removeEventListener('pageshow', onPageShow)
}
