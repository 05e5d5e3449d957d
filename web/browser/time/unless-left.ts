import { after } from './timers.ts'

/** Runs after `milliseconds`, unless the page is left until then. */
export function unlessLeft(milliseconds: number, run: () => void): void {
  const stop = after(milliseconds, () => {
    window.removeEventListener('pagehide', stop)
    run()
  })
  window.addEventListener('pagehide', stop, { once: true })
}
