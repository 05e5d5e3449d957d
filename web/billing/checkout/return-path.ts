import { safeReturnTo } from '../../../worker/contract/addresses.ts'
import { referrerPath } from '../../browser/navigation/page-address.ts'
import { sessionStore } from '../../browser/storage/storage.ts'

const KEY = 'checkout-return-to'
/** Onboarding paths are never returned to (§2.3). */
const WELCOMING = /user\/new|onboarding/
/** Neither are the paths that only lead to checkout. */
const OWN = /^\/(?:subscribe|subscriptions|login|join|session)(?:[/?]|$)/

/** Decides what to do with the referrer of checkout: keep it, forget the kept path, or leave the kept path alone. */
export function returnPathFrom(referrer: string | null): { keep: string } | 'forget' | 'leave' {
  if (referrer === null || OWN.test(referrer)) return 'leave'
  if (WELCOMING.test(referrer)) return 'forget'
  const path = safeReturnTo(referrer)
  return path ? { keep: path } : 'leave'
}

/** Stores the path to return to after payment in session storage (§2.3). */
export function keepReturnPath(): void {
  const found = returnPathFrom(referrerPath())
  if (found === 'forget') sessionStore.remove(KEY)
  else if (found !== 'leave') sessionStore.write(KEY, found.keep)
}

/** Where "Back" leads from checkout; null without a page to return to. */
export function wayBack(): string | null {
  const found = returnPathFrom(referrerPath())
  if (found === 'forget') return null
  return found === 'leave' ? keptReturnPath() : found.keep
}

export function keptReturnPath(): string | null {
  return safeReturnTo(sessionStore.read(KEY))
}

export function forgetReturnPath(): void {
  sessionStore.remove(KEY)
}
