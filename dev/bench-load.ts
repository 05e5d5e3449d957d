import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findLostWrites } from './bench/load/find-lost-writes.ts'
import { brokenConditions, tableOf } from './bench/load/load-report.ts'
import { prepareLoadUsers } from './bench/load/prepare-users.ts'
import { runControl, runHookBurst, runLoad } from './bench/load/run-load.ts'
import { memorySlope, watchMemory } from './bench/load/watch-memory.ts'
import { startBench } from './bench/start-bench.ts'
import { main, ROOT, run } from './processes/run.ts'

const CONNECTIONS = 64
/** The caches fill and the compiler works before anything is measured. */
const WARM_UP = 5
/** Seconds of bare batches, for what memory grows by anyway. */
const CONTROL = 10
const BURST = { events: 2000, atOnce: 16 }
const REPORT = 'out/bench-load.json'

/**
 * Keeps the built product as busy as in its busiest hour, with a burst of events at hooks beside it. Fails on an answer
 * that is an error, on an acknowledged write that cannot be found afterwards, and if memory grows. `--seconds 300` for longer.
 */
await main(async () => {
  const seconds = Number(parseArgs({ options: { seconds: { type: 'string', default: '30' } } }).values.seconds)
  await run(process.execPath, ['dev/build.ts'])
  const bench = await startBench()
  try {
    const users = await prepareLoadUsers(bench, CONNECTIONS)
    const warmUp = await runLoad(bench, users, WARM_UP * 1000)
    const besideControl = watchMemory(bench.workerd)
    await runControl(bench, CONNECTIONS, CONTROL * 1000)
    const control = besideControl.stop()
    const memory = watchMemory(bench.workerd)
    const [load, events] = await Promise.all([runLoad(bench, users, seconds * 1000), runHookBurst(users, BURST)])
    const samples = memory.stop()
    const answered = [...warmUp, ...load]
    const lost = await findLostWrites(bench.env.DB, answered, events)
    const broken = brokenConditions({ answered, samples, lost, control })
    const table = tableOf(load)
    mkdirSync(join(ROOT, 'out'), { recursive: true })
    writeFileSync(join(ROOT, REPORT), JSON.stringify({ table, events: events.length, samples, lost, broken }, null, 2))
    console.log(
      `\n${CONNECTIONS} connections for ${seconds} s: ${(load.length / seconds).toFixed(0)} answers a second\n`,
    )
    console.log(`${'times in ms'.padEnd(30)}   count     p50     p99  failed`)
    for (const { kind, count, p50, p99, failed } of table)
      console.log(
        kind.padEnd(30) + [count, p50.toFixed(1), p99.toFixed(1), failed].map((cell) => `${cell}`.padStart(8)).join(''),
      )
    console.log(`\nEvents beside it: ${events.length} of ${BURST.events} accepted; writes lost: ${lost.length}`)
    console.log(
      `Memory: ${samples[0]?.mb.toFixed(0)} to ${samples.at(-1)?.mb.toFixed(0)} MB, ${memorySlope(samples).toFixed(1)} MB a minute; control ${memorySlope(control).toFixed(1)}`,
    )
    console.log(`As JSON: ${REPORT}`)
    for (const condition of broken) console.error(condition)
    if (broken.length > 0) process.exitCode = 1
  } finally {
    await bench.close()
  }
})
