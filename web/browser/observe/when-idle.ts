/** Runs once the browser has nothing better to do, at the latest after 2 s. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 2000 })
  else setTimeout(run, 500)
}
