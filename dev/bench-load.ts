import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findLostWrites } from './bench/load/find-lost-writes.ts'
import { brokenConditions, tableOf } from './bench/load/load-report.ts'
import { prepareLoadUsers } from './bench/load/prepare-users.ts'
import { runControl, runHookBurst, runLoad, type Answered, type TakenEvent } from './bench/load/run-load.ts'
import { heapGrowth, sampleHeaps, type HeapSample } from './bench/load/watch-heaps.ts'
import { startBench } from './bench/start-bench.ts'
import { main, ROOT, run } from './processes/run.ts'
import { freePort } from './settings/ports.ts'

const CONNECTIONS = 64
/** The caches fill and the compiler works before anything is measured, in seconds. */
const WARM_UP = 10
const PORTIONS = 3
/** Seconds of bare batches in each portion of the control, for what the process grows by anyway. */
const CONTROL = 5
/** In each portion. */
const BURST = { events: 700, atOnce: 16 }
const REPORT = 'out/bench-load.json'

/**
 * Keeps the built product as busy as in its busiest hour, with a burst of events at hooks beside it, in three portions.
 * Fails on an answer that is an error, on an acknowledged write that cannot be found afterwards, and if the heap of a
 * Worker grows from portion to portion. `--seconds 300` for longer.
 */
await main(async () => {
  const seconds = Number(parseArgs({ options: { seconds: { type: 'string', default: '30' } } }).values.seconds)
  await run(process.execPath, ['dev/build.ts'])
  const bench = await startBench(await freePort())
  try {
    const users = await prepareLoadUsers(bench, CONNECTIONS)
    const [warmUp, first] = await Promise.all([runLoad(bench, users, WARM_UP * 1000), runHookBurst(users, BURST)])
    const load: Answered[] = []
    const events: TakenEvent[] = [...first]
    const samples: HeapSample[] = [await sampleHeaps(bench, events.length)]
    for (let portion = 0; portion < PORTIONS; portion++) {
      const ms = (seconds * 1000) / PORTIONS
      const [answered, taken] = await Promise.all([runLoad(bench, users, ms), runHookBurst(users, BURST)])
      load.push(...answered)
      events.push(...taken)
      samples.push(await sampleHeaps(bench, load.length + events.length))
    }
    const control = [await sampleHeaps(bench, 0)]
    for (let portion = 0; portion < PORTIONS; portion++) {
      const answers = await runControl(bench, CONNECTIONS, CONTROL * 1000)
      control.push(await sampleHeaps(bench, (control.at(-1)?.answers ?? 0) + answers))
    }
    const answered = [...warmUp, ...load]
    const lost = await findLostWrites(bench.env.DB, answered, events)
    const broken = brokenConditions({ answered, samples, lost })
    const table = tableOf(load)
    mkdirSync(join(ROOT, 'out'), { recursive: true })
    writeFileSync(
      join(ROOT, REPORT),
      JSON.stringify({ table, events: events.length, samples, control, lost, broken }, null, 2),
    )
    console.log(
      `\n${CONNECTIONS} connections for ${seconds} s: ${(load.length / seconds).toFixed(0)} answers a second\n`,
    )
    console.log(`${'times in ms'.padEnd(30)}   count     p50     p99  failed`)
    for (const { kind, count, p50, p99, failed } of table)
      console.log(
        kind.padEnd(30) + [count, p50.toFixed(1), p99.toFixed(1), failed].map((cell) => `${cell}`.padStart(8)).join(''),
      )
    console.log(
      `\nEvents beside it: ${events.length} of ${BURST.events * (PORTIONS + 1)} accepted; writes lost: ${lost.length}`,
    )
    printHeaps('The product', samples)
    printHeaps('The control', control)
    console.log(`As JSON: ${REPORT}`)
    for (const condition of broken) console.error(condition)
    if (broken.length > 0) process.exitCode = 1
  } finally {
    await bench.close()
  }
})

function printHeaps(what: string, samples: readonly HeapSample[]): void {
  console.log(`\n${what}, in MB after so many answers:`)
  for (const { answers, heaps, process } of samples) {
    const each = Object.entries(heaps).map(([worker, mb]) => `${worker} ${mb.toFixed(2)}`)
    console.log([`${answers}`.padStart(8), ...each, `whole process ${process.toFixed(0)}`].join('  '))
  }
  const growth = Object.entries(heapGrowth(samples)).map(([worker, mb]) => `${worker} ${mb.toFixed(2)}`)
  console.log(`Growth for 1,000 answers: ${growth.join('  ')}`)
}
