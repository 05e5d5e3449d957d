export function matchesMedia(query: string): boolean {
  return window.matchMedia(query).matches
}

export function prefersReducedMotion(): boolean {
  return matchesMedia('(prefers-reduced-motion: reduce)')
}

/** Runs whenever the query starts or stops matching. Returns a function that stops listening. */
export function onMediaChange(query: string, run: (matches: boolean) => void): () => void {
  const list = window.matchMedia(query)
  const changed = () => run(list.matches)
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}
