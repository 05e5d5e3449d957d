import { failedOutcome } from '../../../system/outbound/failed-outcome.ts'
import { OUTBOUND_TIMEOUT } from '../../../system/call-places/call-places.ts'
import type { OutboundFetch } from '../../../system/outbound/outbound-fetch.ts'
import type { SimulatedClock } from '../../../testing/simulated-clock.ts'

const OVER = failedOutcome({ failure: 'timeout', sent: 'maybe', message: 'Its time was over.' })

/**
 * What the platform does to the calls of an object: six wait for their answers at once. Any further one queues, which
 * nobody sees, while its own time runs: where that ends it is told as one that may have been sent.
 */
export function sixAtOnce(clock: SimulatedClock, send: OutboundFetch): OutboundFetch {
  let open = 0
  const queue: (() => void)[] = []
  return async (address, init = {}) => {
    const over = clock.now + (init.timeout ?? OUTBOUND_TIMEOUT)
    const queued = open >= 6
    if (!queued) open += 1
    else if (!(await queuesUntil(over))) return OVER
    try {
      return await (queued ? Promise.race([send(address, init), endAt(over)]) : send(address, init))
    } finally {
      const next = queue.shift()
      if (next) next()
      else open -= 1
    }
  }

  function endAt(over: number): Promise<typeof OVER> {
    return new Promise((resolve) => clock.at(over, () => resolve(OVER)))
  }

  function queuesUntil(over: number): Promise<boolean> {
    return new Promise((resolve) => {
      const begin = () => resolve(true)
      queue.push(begin)
      clock.at(over, () => {
        const at = queue.indexOf(begin)
        if (at >= 0) queue.splice(at, 1)
        resolve(false)
      })
    })
  }
}
