import { isHidden } from './when-hidden.ts'

/** Runs whenever the page is seen again. Returns a function that stops listening. */
export function whenVisible(run: () => void): () => void {
  const change = () => {
    if (!isHidden()) run()
  }
  document.addEventListener('visibilitychange', change)
  return () => document.removeEventListener('visibilitychange', change)
}
