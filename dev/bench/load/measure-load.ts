import { startStack } from '../../start/local-site/journey-stack.ts'
import { freePort } from '../../settings/ports.ts'
import { findLostWrites } from './find-lost-writes.ts'
import { brokenConditions, tableOf } from './load-report.ts'
import { prepareLoadUsers } from './prepare-users.ts'
import { runHookBurst, runLoad, type Answered, type TakenEvent } from './run-load.ts'
import { heapGrowth, sampleHeaps, type HeapSample } from './watch-heaps.ts'

const CONNECTIONS = 64
/** The caches fill and the compiler works before anything is measured, in seconds. */
const WARM_UP = 10
const PORTIONS = 3
/** In each portion. */
const BURST = { events: 700, atOnce: 16 }

/**
 * Keeps the built product as busy as in its busiest hour, with a burst of events at hooks beside it, in three portions.
 * Returns whether all went well: no answer is an error, each acknowledged write is found afterwards, and no Worker's
 * heap grows from portion to portion.
 */
export async function measureLoad(seconds: number): Promise<boolean> {
  const [apiPort, inspectorPort] = [await freePort(), await freePort()]
  const stack = await startStack({ RUN_PACE: 'off' }, { unlimited: true, apiPort, inspectorPort })
  const site = { api: `http://127.0.0.1:${apiPort}`, pages: stack.origin }
  try {
    const users = await prepareLoadUsers(stack.env.DB, site, CONNECTIONS)
    const [warmUp, first] = await Promise.all([runLoad(site, users, WARM_UP * 1000), runHookBurst(users, BURST)])
    const load: Answered[] = []
    const events: TakenEvent[] = [...first]
    const samples: HeapSample[] = [await sampleHeaps(inspectorPort, events.length)]
    for (let portion = 0; portion < PORTIONS; portion++) {
      const ms = (seconds * 1000) / PORTIONS
      const [answered, taken] = await Promise.all([runLoad(site, users, ms), runHookBurst(users, BURST)])
      load.push(...answered)
      events.push(...taken)
      samples.push(await sampleHeaps(inspectorPort, load.length + events.length))
    }
    const answered = [...warmUp, ...load]
    const lost = await findLostWrites(stack.env.DB, answered, events)
    const broken = brokenConditions({ answered, samples, lost })
    console.log(`\n${CONNECTIONS} connections: ${(load.length / seconds).toFixed(0)} answers a second\n`)
    console.log(row('times in ms', ['count', 'p50', 'p99', 'failed']))
    for (const { kind, count, p50, p99, failed } of tableOf(load))
      console.log(row(kind, [count, p50.toFixed(1), p99.toFixed(1), failed]))
    console.log(
      `\nEvents beside it: ${events.length} of ${BURST.events * (PORTIONS + 1)} accepted; writes lost: ${lost.length}`,
    )
    for (const [worker, mb] of Object.entries(heapGrowth(samples)))
      console.log(
        `Heap of ${worker}: ${samples.at(-1)?.heaps[worker]?.toFixed(2)} MB, ${mb.toFixed(2)} more for 1,000 answers`,
      )
    for (const condition of broken) console.error(condition)
    return broken.length === 0
  } finally {
    await stack.close()
  }
}

function row(name: string, cells: readonly (string | number)[]): string {
  return name.padEnd(30) + cells.map((cell) => `${cell}`.padStart(8)).join('')
}
