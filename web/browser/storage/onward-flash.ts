import { FLASH_DURATION } from '../../../worker/contract/limits.ts'
import { STATE_PREFIX } from './saved-page-state.ts'
import { sessionStore } from './storage.ts'

/** A success message that goes along when its page is left early. `left`: how many ms it is still to be shown. */
export type OnwardFlash = { message: string; left: number }

const KEY = `${STATE_PREFIX}onward-flash`
/** How long it waits for a page of ours, in ms: consents at other sites may come between. */
const WAITS = 60_000

/** Keeps it for this tab's next page; null keeps nothing. */
export function keepOnwardFlash(flash: OnwardFlash | null, now: number): void {
  if (flash) sessionStore.write(KEY, JSON.stringify({ ...flash, kept_at: now }))
}

/** Reads and forgets what was kept. Anyone can write to storage, so it may hold anything. */
export function takeOnwardFlash(now: number): OnwardFlash | null {
  const text = sessionStore.read(KEY)
  if (text === null) return null
  sessionStore.remove(KEY)
  try {
    const { message, left, kept_at }: Record<string, unknown> = { ...JSON.parse(text) }
    if (typeof message !== 'string' || typeof left !== 'number' || typeof kept_at !== 'number') return null
    return left > 0 && now - kept_at < WAITS ? { message, left: Math.min(left, FLASH_DURATION) } : null
  } catch {
    return null
  }
}
