import { OUTBOUND_TIMEOUT, PLACE_WAIT } from '../../../system/call-places/call-places.ts'
import type { UnderWay } from '../world/memory.ts'

/** What a step does between its calls, in ms: it asks for a token, D1 and other objects. */
const BETWEEN_CALLS = 10_000

/** Notes that a run goes on, and that what it does now may take so many ms besides the wait for its place. */
export function touchRun(entry: Pick<UnderWay, 'touched' | 'may_take'>, now: number, ms = OUTBOUND_TIMEOUT): void {
  entry.touched = now
  entry.may_take = PLACE_WAIT + ms + BETWEEN_CALLS
}
