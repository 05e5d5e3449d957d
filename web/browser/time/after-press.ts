import { after } from './timers.ts'

/**
 * Runs what moves the page: at once, or where the pointer is down, when the press has ended. Otherwise what is pressed
 * would move away from under the pointer, and the press would do nothing.
 */
export function afterPress(run: () => void): void {
  // The page's root is active with whatever is pressed.
  if (!document.querySelector(':active')) return run()
  const ended = new AbortController()
  const end = () => {
    ended.abort()
    // The click comes right after.
    after(0, run)
  }
  for (const event of ['pointerup', 'pointercancel', 'dragend'])
    document.addEventListener(event, end, { signal: ended.signal, capture: true })
}
