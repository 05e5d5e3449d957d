import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureScenarios, type Measured } from './bench/measure-scenario.ts'
import { printBench } from './bench/print-bench.ts'
import { scenariosOf } from './bench/scenarios.ts'
import { startBench } from './bench/start-bench.ts'
import { main, ROOT, run } from './processes/run.ts'

const REPORT = 'out/bench.json'

/**
 * Measures every call and the pages of the built product at workerd's own sockets, each beside what it takes at least.
 * The ratios are the result: other load on the machine affects both sides alike. Fails if one is above its goal.
 * `--only viewer` measures those whose name has the word.
 */
await main(async () => {
  const { only } = parseArgs({ options: { only: { type: 'string', default: '' } } }).values
  const machine = { cores: cpus().length, load_before: Math.round((loadavg()[0] ?? 0) * 100) / 100 }
  await run(process.execPath, ['dev/build.ts'])
  const bench = await startBench()
  try {
    const scenarios = (await scenariosOf(bench)).filter(({ name }) => name.includes(only))
    const measured = await measureScenarios(scenarios, bench.workerd)
    mkdirSync(join(ROOT, 'out'), { recursive: true })
    writeFileSync(join(ROOT, REPORT), JSON.stringify({ machine, measured: measured.map(toReport) }, null, 2))
    console.log(`\n${machine.cores} cores, load average before ${machine.load_before}; times in ms per request`)
    const above = printBench(measured)
    console.log(`\nAs JSON: ${REPORT}`)
    if (above > 0) process.exitCode = 1
  } finally {
    await bench.close()
  }
})

/** Without the requests, which hold a session's cookie. */
function toReport({ scenario, ...measured }: Measured) {
  const { group, name, against, goal, statements, trips } = scenario
  return { group, name, against: against.name, goal, statements, trips, ...measured }
}
