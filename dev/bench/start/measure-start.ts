import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare, type V4ModuleDefinition } from 'miniflare'
import { unstable_readConfig } from 'wrangler'
import { ROOT } from '../../processes/run.ts'
import { BUILT, builtModule, runnerModules } from '../../start/local-site/built-modules.ts'
import { median } from '../median.ts'

const ROUNDS = 7
const EMPTY: V4ModuleDefinition = { type: 'ESModule', path: join(BUILT, 'empty.js'), contents: 'export default {}' }
const WORKERS = {
  empty: () => [EMPTY],
  api: () => [builtModule('api')],
  runner: () => runnerModules(),
}

/**
 * Measures what the first call of an isolate waits for: the CPU time (ms) in which workerd compiles and evaluates each
 * built Worker, above that of an empty one; the median of rounds in which they take turns. Throws but on Linux, which
 * tells the CPU time of another process.
 */
export async function measureStart(): Promise<true> {
  if (process.platform !== 'linux') throw new Error('The start can only be measured on Linux.')
  const { compatibility_date: date = '', compatibility_flags: flags } = unstable_readConfig({
    config: join(ROOT, 'wrangler.toml'),
  })
  const times = { empty: [] as number[], api: [] as number[], runner: [] as number[] }
  for (let round = 0; round < ROUNDS; round++)
    for (const worker of ['empty', 'api', 'runner'] as const)
      times[worker].push(await startWorker(WORKERS[worker](), { date, flags }))
  const above = (worker: 'api' | 'runner') => Math.round(median(times[worker]) - median(times.empty))
  console.log(`\nCPU time of a start above an empty Worker's, in ms: API ${above('api')}, Runner ${above('runner')}`)
  return true
}

/** The CPU time, in ms, that workerd has taken when it could answer. */
async function startWorker(
  modules: V4ModuleDefinition[],
  { date, flags }: { date: string; flags: string[] },
): Promise<number> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modulesRoot: BUILT,
      modules,
      compatibilityDate: date,
      compatibilityFlags: flags,
    }),
  )
  try {
    await miniflare.ready
    return cpuTimeOf(childProcess())
  } finally {
    await miniflare.dispose()
  }
}

/** The id of the workerd that this process has started. */
function childProcess(): string {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const found = ids.find((id) => {
    const [name = '', parent = ''] = statOf(id)
    return name === 'workerd' && Number(parent) === process.pid
  })
  if (found === undefined) throw new Error('workerd is not running.')
  return found
}

/** The name of a process and the id of the one that started it; empty once it has ended. */
function statOf(id: string): string[] {
  try {
    const [, name = '', parent = ''] = /\((.*)\) \S+ (\d+)/.exec(readFileSync(`/proc/${id}/stat`, 'utf8')) ?? []
    return [name, parent]
  } catch {
    return []
  }
}

/** In ms, of all its threads. */
function cpuTimeOf(id: string): number {
  const threads = readdirSync(`/proc/${id}/task`)
  const times = threads.map((thread) =>
    Number(readFileSync(`/proc/${id}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  return times.reduce((sum, ns) => sum + ns, 0) / 1_000_000
}
