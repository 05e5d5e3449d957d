import { OUTBOUND_TIMEOUT, PLACE_WAIT, type Place } from '../../../system/call-places/call-places.ts'
import type { OutboundInit } from '../../../system/outbound/outbound-fetch.ts'
import type { StepIo } from '../../steps/service-steps.ts'
import type { RunnerMemory } from '../world/memory.ts'
import type { Rendering } from './run-under-way.ts'
import type { UnderWay } from '../world/memory.ts'

/** What a step does between its calls, in ms: it asks for a token, D1 and other objects. */
const BETWEEN_CALLS = 10_000

/** Notes that a run goes on, and that what it does now may take so many ms besides the wait for its place. */
export function touchRun(entry: Pick<UnderWay, 'touched' | 'may_take'>, now: number, ms = OUTBOUND_TIMEOUT): void {
  entry.touched = now
  entry.may_take = PLACE_WAIT + ms + BETWEEN_CALLS
}

/** How long a Source may take to read, in ms: a feed has 20 s, after the wait for a place there. */
const SOURCE_READ = 30_000

type Calls = {
  /** The place of the step's calls, where it took one before. */
  place?: Place
  /** Whether a call that waited for its place is not to be sent anymore. */
  isCalledOff?: () => boolean
  onCall?: (init: OutboundInit) => void
}

/** A step's ports that show with each call that its run goes on, and for how long, so that it does not count as stalled. */
export function touchingIo(
  { world }: RunnerMemory,
  { entry }: Pick<Rendering, 'entry'>,
  io: StepIo,
  { onCall, ...calls }: Calls = {},
): StepIo {
  touchRun(entry, world.now())
  return {
    ...io,
    fetch: async (address, init = {}) => {
      touchRun(entry, world.now(), init.timeout)
      onCall?.(init)
      const outcome = await io.fetch(address, { ...init, ...calls })
      touchRun(entry, world.now())
      return outcome
    },
    readSource: async (...read) => {
      touchRun(entry, world.now(), SOURCE_READ)
      const outcome = await io.readSource(...read)
      touchRun(entry, world.now())
      return outcome
    },
  }
}
