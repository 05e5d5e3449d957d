import { MINUTE } from '../../../worker/contract/shared/durations.ts'
import { isHidden } from '../observe/when-hidden.ts'
import { after } from './timers.ts'

const FAST = 2000
const SLOW = 30_000
/** How long polling stays fast after the last change. */
const LIVELY = MINUTE

/** When to ask again, in ms. `changed`: when something last changed; null while that is not known. */
export function pollDelay(now: number, changed: number | null): number {
  return changed !== null && now - changed < LIVELY ? FAST : SLOW
}

/**
 * Asks again and again, every 2 s until a minute after the last change and then every 30 s, when its window has the focus
 * again, and only while the page is visible. `ask` says whether something changed. Returns how to hurry, and how to stop.
 */
export function pollWhileVisible(ask: () => Promise<boolean>, lively: boolean): { hurry(): void; stop(): void } {
  let changed = lively ? performance.now() : null
  let cancel = () => {}
  let asking = false
  let stopped = false

  function schedule() {
    cancel()
    if (!stopped && !isHidden()) cancel = after(pollDelay(performance.now(), changed), () => void poll())
  }
  async function poll() {
    if (asking) return
    asking = true
    // A failed call is only a reason to ask less often.
    const news = await ask().catch(() => null)
    asking = false
    if (news) changed = performance.now()
    if (news === null) changed = null
    schedule()
  }
  function onVisibility() {
    if (isHidden()) cancel()
    else void poll()
  }
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('focus', onVisibility)
  schedule()
  return {
    hurry() {
      changed = performance.now()
      schedule()
    },
    stop() {
      stopped = true
      cancel()
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('focus', onVisibility)
    },
  }
}
