/** Runs when the page is left or closed. Returns a function that stops listening. */
export function whenLeft(run: () => void): () => void {
  window.addEventListener('pagehide', run)
  return () => window.removeEventListener('pagehide', run)
}
