import { measureCalls } from './bench/calls/measure-calls.ts'
import { printCalls } from './bench/calls/print-calls.ts'
import { measureEngine } from './bench/engine/measure-engine.ts'
import { measureLoad } from './bench/load/measure-load.ts'
import { measureLighthouse } from './bench/page/measure-lighthouse.ts'
import { measureVitals } from './bench/page/measure-vitals.ts'
import { printScore } from './bench/planner/print-score.ts'
import { measureStart } from './bench/start/measure-start.ts'
import { printWalks } from './bench/walks/print-walks.ts'
import { readArguments } from './processes/read-arguments.ts'
import { main, QUIET, run } from './processes/run.ts'

const USAGE = `npm run bench -- calls | scale [--applets N] | engine [--to https://…] [--target-port N] [--seconds N] |
  load [--seconds N] | page | start | walks [--files] | planner [--wrong | --named [--all]] [--model]`
const SMALL = 1000
const FLAG = { type: 'boolean', default: false } as const
/** How often each call is timed. */
const TIMES = 9

/**
 * Measures the built product: its twenty most used calls at one size or at two, its engine, its load, its pages, its
 * Workers' start. The walks are counted and the planner is scored in the sources.
 */
await main(async () => {
  Object.assign(process.env, QUIET)
  const { positionals, values } = readArguments(USAGE, {
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
  const OF_PRODUCT: Record<string, () => Promise<boolean>> = {
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
  }
  const OF_SOURCES: Record<string, () => Promise<boolean>> = {
    walks: () => printWalks(values),
    planner: () => printScore(values),
  }
  const commands = { ...OF_PRODUCT, ...OF_SOURCES }
  const [name = ''] = positionals
  const command = commands[name]
  if (!command) throw new Error(`Usage: ${USAGE}`)
  if (name in OF_PRODUCT) await run(process.execPath, ['dev/build.ts'])
  if (!(await command())) process.exitCode = 1
})

async function measureSizes(sizes: readonly number[]): Promise<boolean> {
  for (const applets of sizes) printCalls(applets, await measureCalls(applets, TIMES))
  return true
}
