/** Out of sight: closed, left for another page, or behind another tab. The last that a page hears of itself. */
export function isHidden(): boolean {
  return document.visibilityState === 'hidden'
}

/** Runs whenever the page goes out of sight. The answer stops listening. */
export function whenHidden(run: () => void): () => void {
  const change = () => {
    if (isHidden()) run()
  }
  document.addEventListener('visibilitychange', change)
  return () => document.removeEventListener('visibilitychange', change)
}
