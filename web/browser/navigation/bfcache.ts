function onPageShow(event: PageTransitionEvent) {
  if (event.persisted) window.location.reload()
}

/** A page restored from the back-forward cache is loaded anew (§2.1). The answer stops listening. */
export function reloadWhenRestored(): () => void {
  window.addEventListener('pageshow', onPageShow)
  return () => window.removeEventListener('pageshow', onPageShow)
}
