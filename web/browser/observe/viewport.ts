export function viewportWidth(): number {
  return window.innerWidth
}

/** Runs on each window resize. Returns a function that stops listening. */
export function onResize(run: () => void): () => void {
  window.addEventListener('resize', run)
  return () => window.removeEventListener('resize', run)
}
