import { parseArgs } from 'node:util'
import { measureCalls } from './bench/calls/measure-calls.ts'
import { printCalls } from './bench/calls/print-calls.ts'
import { measureEngine } from './bench/engine/measure-engine.ts'
import { measureLoad } from './bench/load/measure-load.ts'
import { measureLighthouse } from './bench/page/measure-lighthouse.ts'
import { measureVitals } from './bench/page/measure-vitals.ts'
import { printScore } from './bench/planner/print-score.ts'
import { measureStart } from './bench/start/measure-start.ts'
import { printWalks } from './bench/walks/print-walks.ts'
import { main, QUIET, run } from './processes/run.ts'

const SMALL = 1000
const FLAG = { type: 'boolean', default: false } as const
/** What is counted or scored in the sources, without the built product. */
const OF_SOURCES = new Set(['walks', 'planner'])
/** How often each call is timed. */
const TIMES = 9

/**
 * Measures the built product: its twenty most used calls at one size or at two, its engine, its load, its pages, its
 * Workers' start. The walks are counted and the planner is scored in the sources.
 */
await main(async () => {
  Object.assign(process.env, QUIET)
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      files: FLAG,
      wrong: FLAG,
      named: FLAG,
      all: FLAG,
      model: FLAG,
      applets: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '30' },
      to: { type: 'string' },
      'target-port': { type: 'string', default: '0' },
    },
  })
  const seconds = Number(values.seconds)
  const { to } = values
  const COMMANDS: Record<string, () => Promise<boolean>> = {
    calls: () => measureSizes([SMALL]),
    scale: () => measureSizes([SMALL, Number(values.applets)]),
    engine: () =>
      measureEngine({ ...(to !== undefined && { to }), targetPort: Number(values['target-port']), seconds }),
    load: () => measureLoad(seconds),
    page: async () => {
      await measureVitals()
      return measureLighthouse()
    },
    start: measureStart,
    walks: () => printWalks(values),
    planner: () => printScore(values),
  }
  const command = COMMANDS[positionals[0] ?? '']
  if (!command) throw new Error(`npm run bench -- ${Object.keys(COMMANDS).join(' | ')}`)
  if (!OF_SOURCES.has(positionals[0] ?? '')) await run(process.execPath, ['dev/build.ts'])
  if (!(await command())) process.exitCode = 1
})

async function measureSizes(sizes: readonly number[]): Promise<boolean> {
  for (const applets of sizes) printCalls(applets, await measureCalls(applets, TIMES))
  return true
}
