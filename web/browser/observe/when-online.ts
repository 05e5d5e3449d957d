/** Runs whenever the network is back. Returns a function that stops listening. */
export function whenOnline(run: () => void): () => void {
  window.addEventListener('online', run)
  return () => window.removeEventListener('online', run)
}
