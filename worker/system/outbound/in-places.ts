import { OUTBOUND_TIMEOUT, type CallPlaces } from '../call-places/call-places.ts'
import { failedOutcome } from './failed-outcome.ts'
import type { OutboundFetch } from './outbound-fetch.ts'
import { hostOf, PROBLEM_WORDS } from './problem-words.ts'

/** The same fetch, of which each call first waits for its place: in that of its step where it has one, `init.place`. */
export function inPlaces(places: CallPlaces, send: OutboundFetch): OutboundFetch {
  return async (address, { place: own, isCalledOff, ...init } = {}) => {
    const timeout = init.timeout ?? OUTBOUND_TIMEOUT
    const isOwn = own !== undefined && !own.in_use && (own.long || timeout <= OUTBOUND_TIMEOUT)
    const place = isOwn ? own : await places.take(timeout)
    if (!place) return notSent(hostOf(address))
    place.in_use = true
    try {
      return isCalledOff?.() ? notSent(hostOf(address)) : await send(address, init)
    } finally {
      place.in_use = false
      if (!isOwn) place.release()
    }
  }
}

/** A call that got no place, or was called off before. */
export function notSent(who: string) {
  return failedOutcome({ failure: 'busy', message: PROBLEM_WORDS.busy(who) })
}
