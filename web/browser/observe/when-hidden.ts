/** Whether the page is closed, left, or behind another tab. This is the last event that a page can rely on. */
export function isHidden(): boolean {
  return document.visibilityState === 'hidden'
}

/** Runs whenever the page becomes hidden. Returns a function that stops listening. */
export function whenHidden(run: () => void): () => void {
  const change = () => {
    if (isHidden()) run()
  }
  document.addEventListener('visibilitychange', change)
  return () => document.removeEventListener('visibilitychange', change)
}
